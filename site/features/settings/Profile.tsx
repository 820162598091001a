import { Link } from 'react-router-dom'
import { editMe, type Me } from '#shared/api/users.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import type { LoadArgs } from '#site/core/page.ts'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { AvatarPart } from '../users/AvatarPart.tsx'
import { Outcome } from './Outcome.tsx'
import { SettingsPart } from './SettingsFrame.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

export const loadProfileSection = ({ api }: LoadArgs) => api.users.me()

export function ProfileSection({ data }: { data: Me }) {
  return (
    <>
      <AvatarPart username={data.username} avatar_url={data.avatar_url} />
      <Bio bio={data.bio} />
    </>
  )
}

function Bio({ bio }: { bio: string }) {
  const texts = useTexts('users')
  const { api } = useSite()
  const text = useTexts('settings')
  const { values, change, issues, failure, done, isBusy, submit } = useSettingsForm({
    draft: 'bio',
    call: 'users.editMe',
    initial: { bio },
    schema: editMe,
    fallback: texts.bioFailed,
    send: async (form) => ({ done: text.saved, values: { bio: (await api.users.editMe(form)).bio } }),
  })
  return (
    <SettingsPart title={text.bio.title}>
      <form
        className="form"
        {...useEarlyForm(change, 'users.editMe')}
        onSubmit={(event) => void submit(event)}
        noValidate>
        <FormFields />
        <Field
          label={texts.bio}
          hint={text.bio.hint}
          error={issues.bio}
          counter={{ value: values.bio.length, max: LIMITS.bio }}>
          <TextArea
            name="bio"
            grow
            rows={4}
            value={values.bio}
            maxLength={LIMITS.bio}
            onChange={(event) => change({ bio: event.target.value })}
          />
        </Field>
        <Outcome done={done} failure={failure} />
        <div className="form__actions">
          <Link className={buttonClass('secondary', 'small')} to={paths.profile()}>
            {text.bio.toProfile}
          </Link>
          <Button type="submit" variant="primary" busy={isBusy}>
            {text.bio.submit}
          </Button>
        </div>
      </form>
    </SettingsPart>
  )
}
