import { LIMITS } from '#shared/limits.ts'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useText } from '#site/core/site-context.tsx'
import { UploadField } from '#site/features/uploads/UploadField.tsx'

/** The field accepts an https URL or an upload. */
export function PictureField({
  label,
  hint,
  name,
  value,
  issue,
  onValue,
  onUploading,
}: {
  label: string
  hint: string
  name: string
  value: string
  issue: string | undefined
  onValue: (url: string) => void
  onUploading: (isUploading: boolean) => void
}) {
  const t = useText()
  const isOwn = value.startsWith('/media/')
  return (
    <>
      {!isOwn && (
        <Field label={label} optional={t.categories.optional} hint={hint} error={issue}>
          <TextInput
            name={name}
            type="url"
            value={value}
            maxLength={LIMITS.iconUrl}
            inputMode="url"
            onChange={(event) => onValue(event.target.value)}
          />
        </Field>
      )}
      {isOwn && <input type="hidden" name={name} value={value} />}
      {isOwn && <p className="field__label">{label}</p>}
      {isOwn && issue !== undefined && (
        <Notice kind="danger" role="alert">
          {issue}
        </Notice>
      )}
      <UploadField
        kind="image"
        name={name}
        url={isOwn ? value : null}
        onUrl={(url) => onValue(url ?? '')}
        onState={(state) => onUploading(state === 'busy')}
        mayWait={false}
      />
    </>
  )
}
