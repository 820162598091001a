import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { createCategory } from '#shared/api/categories.ts'
import { paths } from '#shared/paths.ts'
import { normalizeCategoryName } from '#shared/rules/category-name.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { DefaultButton, FormFields } from '#site/core/CallForm.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import { CategoryFields } from './CategoryFields.tsx'
import { PictureField } from './PictureField.tsx'

export function CategoryForm() {
  const { api, t, site, variant } = useSite()
  const navigate = useNavigate()
  const [isUploading, setUploading] = useState(false)
  const initial = { name: '', display_name: '', description: '', icon_url: '', is_nsfw: variant === 'adult' }
  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft: 'community',
    call: 'categories.create',
    initial,
    schema: createCategory,
    rules: () => (isUploading ? { icon_url: t.uploads.wait } : ({} as Record<string, string>)),
    fallback: t.categories.createFailed,
    send: async (form, idempotencyKey) => {
      const made = await api.categories.create({ ...form, icon_url: form.icon_url || null }, { idempotencyKey })
      const path = paths.category(made.name)
      if (made.is_nsfw === (variant === 'adult')) await navigate(path)
      else location.assign((made.is_nsfw ? site.adult_origin : site.normal_origin) + path)
    },
  })
  const early = useEarlyForm<typeof initial>(
    ({ name, ...rest }) => change({ ...rest, ...(name !== undefined && { name: normalizeCategoryName(name) }) }),
    'categories.create',
  )
  return (
    <form className="form" {...early} encType="multipart/form-data" onSubmit={(event) => void submit(event)} noValidate>
      <FormFields />
      <DefaultButton>{t.categories.create}</DefaultButton>
      <FormFailure text={failure} />
      <CategoryFields values={values} change={change} issues={issues} />
      <PictureField
        label={t.categories.iconUrl}
        hint={t.categories.iconHint}
        name="icon_url"
        value={values.icon_url}
        issue={issues.icon_url}
        onValue={(icon_url) => change({ icon_url })}
        onUploading={setUploading}
      />
      {site.features.adult_variant && (
        <Checkbox
          label={t.categories.isNsfw}
          hint={t.categories.isNsfwHint}
          name="is_nsfw"
          checked={values.is_nsfw}
          onChange={(event) => change({ is_nsfw: event.target.checked })}
        />
      )}
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={t.categories.creating}>
          {t.categories.create}
        </Button>
      </div>
    </form>
  )
}
