import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { createCategory } from '#shared/api/categories.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { normalizeCommunityName } from '#shared/rules/community-name.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useSite } from '#site/app/site-context.tsx'
import { useForm } from '#site/app/use-form.ts'
import { UploadField } from '#site/features/media/UploadField.tsx'

/** Creates a community and opens it. */
export function CommunityForm() {
  const { api, t, site, variant } = useSite()
  const navigate = useNavigate()
  const [isUploading, setUploading] = useState(false)
  const initial = { name: '', display_name: '', description: '', icon_url: '', is_nsfw: variant === 'adult' }
  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft: 'community',
    initial,
    schema: createCategory,
    rules: () => (isUploading ? { icon_url: t.media.wait } : {} as Record<string, string>),
    fallback: t.communities.createFailed,
    send: async (form, idempotencyKey) => {
      const made = await api.categories.create({ ...form, icon_url: form.icon_url || null }, { idempotencyKey })
      const path = paths.community(made.name)
      if (made.is_nsfw === (variant === 'adult')) await navigate(path)
      else location.assign((made.is_nsfw ? site.adult_origin : site.normal_origin) + path)
    },
  })
  const isOwnIcon = values.icon_url.startsWith('/media/')
  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      {failure !== null && <Notice kind="danger" role="alert">{failure}</Notice>}
      <Field
        label={t.communities.name} hint={t.communities.nameHint} error={issues.name}
        counter={{ value: values.name.length, max: LIMITS.communityNameMax }}
      >
        <TextInput
          name="name" value={values.name} autoComplete="off" autoCapitalize="none" spellCheck={false} required
          minLength={LIMITS.communityNameMin} maxLength={LIMITS.communityNameMax}
          onChange={(event) => change({ name: normalizeCommunityName(event.target.value) })}
        />
      </Field>
      <Field label={t.communities.displayName} error={issues.display_name} counter={{ value: values.display_name.length, max: LIMITS.displayName }}>
        <TextInput
          name="display_name" value={values.display_name} required maxLength={LIMITS.displayName}
          onChange={(event) => change({ display_name: event.target.value })}
        />
      </Field>
      <Field
        label={t.communities.description} optional={t.communities.optional} error={issues.description}
        counter={{ value: values.description.length, max: LIMITS.communityDescription }}
      >
        <TextArea
          name="description" value={values.description} grow rows={3} maxLength={LIMITS.communityDescription}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      {!isOwnIcon && (
        <Field label={t.communities.iconUrl} optional={t.communities.optional} hint={t.communities.iconHint} error={issues.icon_url}>
          <TextInput
            name="icon_url" type="url" value={values.icon_url} maxLength={LIMITS.iconUrl} inputMode="url"
            onChange={(event) => change({ icon_url: event.target.value })}
          />
        </Field>
      )}
      {isOwnIcon && issues.icon_url !== undefined && <Notice kind="danger" role="alert">{issues.icon_url}</Notice>}
      <UploadField kind="image" url={isOwnIcon ? values.icon_url : null} onUrl={(url) => change({ icon_url: url ?? '' })} onBusy={setUploading} />
      <Checkbox
        label={t.communities.isNsfw} hint={t.communities.isNsfwHint} name="is_nsfw" checked={values.is_nsfw}
        onChange={(event) => change({ is_nsfw: event.target.checked })}
      />
      <div className="form__acts">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={t.communities.creating}>{t.communities.create}</Button>
      </div>
    </form>
  )
}
