import { useState } from 'react'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import { editMe } from '#shared/api/users.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'

export function BioForm({ bio, onSaved }: { bio: string; onSaved: (bio: string) => void }) {
  const texts = useTexts('users')
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button size="small" variant="quiet" icon={<Icon of={Pencil} size={16} />} onClick={() => setOpen(true)}>
        {texts.editBio}
      </Button>
    )
  }
  return (
    <OpenForm
      bio={bio}
      onSaved={(saved) => {
        setOpen(false)
        onSaved(saved)
      }}
      onCancel={() => setOpen(false)}
    />
  )
}

function OpenForm({ bio, onSaved, onCancel }: { bio: string; onSaved: (bio: string) => void; onCancel: () => void }) {
  const texts = useTexts('users')
  const { api, t } = useSite()
  const { values, change, issues, failure, isBusy, submit, reset } = useForm({
    draft: 'bio',
    initial: { bio },
    schema: editMe,
    fallback: texts.bioFailed,
    send: async (form) => onSaved((await api.users.editMe(form)).bio),
  })
  return (
    <form className="form profile-head__bio" onSubmit={(event) => void submit(event)} noValidate>
      <FormFailure text={failure} />
      <Field label={texts.bio} error={issues.bio} counter={{ value: values.bio.length, max: LIMITS.bio }}>
        <TextArea
          name="bio"
          grow
          rows={3}
          value={values.bio}
          maxLength={LIMITS.bio}
          autoFocus
          onChange={(event) => change({ bio: event.target.value })}
        />
      </Field>
      <div className="form__actions">
        <Button
          variant="quiet"
          onClick={() => {
            reset()
            onCancel()
          }}>
          {t.app.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {texts.saveBio}
        </Button>
      </div>
    </form>
  )
}
