import { LIMITS } from '#shared/limits.ts'
import { AD_VARIANTS } from '#shared/rules/own-ads.ts'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Choices } from '#shared/ui/Choices.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from '../../kit/context.ts'
import type { AdDraft } from './ad-draft.ts'
import { AdCommunities } from './AdCommunities.tsx'
import { AdPicture } from './AdPicture.tsx'

type AdFieldsProps = {
  values: AdDraft
  issues: Record<string, string>
  onChange: (part: Partial<AdDraft>) => void
  onSending: (isSending: boolean) => void
}

type Typed = 'name' | 'title' | 'url' | 'starts_at' | 'ends_at' | 'weight'

export function AdFields({ values, issues, onChange, onSending }: AdFieldsProps) {
  const { t } = useAdmin()
  const text = t.ads
  const input = (name: Typed) => ({
    name,
    value: values[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <>
      <Field label={text.adTitle} error={issues.title} counter={{ value: values.title.length, max: LIMITS.adTitle }}>
        <TextInput {...input('title')} />
      </Field>
      <Field label={text.adText} error={issues.text} counter={{ value: values.text.length, max: LIMITS.adText }}>
        <TextArea
          name="text"
          rows={3}
          value={values.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </Field>
      <Field label={text.url} hint={text.urlHint} error={issues.url}>
        <TextInput {...input('url')} type="url" inputMode="url" placeholder="https://" />
      </Field>
      <AdPicture
        url={values.image_url}
        error={issues.image_url}
        onUrl={(image_url) => onChange({ image_url })}
        onSending={onSending}
      />
      <Choices
        label={text.variant}
        options={AD_VARIANTS.map((value) => ({ value, ...text.variants[value] }))}
        value={values.variant}
        onChange={(variant) => onChange({ variant })}
      />
      <AdCommunities
        chosen={values.categories}
        error={issues.category_ids}
        onChosen={(categories) => onChange({ categories })}
      />
      <div className="ad-dates">
        <Field label={text.starts} hint={text.startsHint} error={issues.starts_at}>
          <TextInput {...input('starts_at')} type="datetime-local" />
        </Field>
        <Field label={text.ends} hint={text.endsHint} error={issues.ends_at}>
          <TextInput {...input('ends_at')} type="datetime-local" />
        </Field>
        <Field label={text.weight} hint={text.weightHint} error={issues.weight}>
          <TextInput {...input('weight')} type="number" min={1} max={10} step={1} />
        </Field>
      </div>
      <Field label={text.ownName} hint={text.ownNameHint} error={issues.name}>
        <TextInput {...input('name')} />
      </Field>
      <Checkbox
        label={text.isEnabled}
        hint={text.isEnabledHint}
        checked={values.is_enabled}
        onChange={(event) => onChange({ is_enabled: event.target.checked })}
      />
    </>
  )
}
