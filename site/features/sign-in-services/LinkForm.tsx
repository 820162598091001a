import type { PendingSignIn } from '#shared/api/sign-in-services.ts'
import { formPath } from '#shared/rules/forms.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { MaybePassword } from './MaybePassword.tsx'

const CALL = 'signInServices.link'

/** Asks a member to confirm that a service may sign them in from now on. */
export function LinkForm({ pending: { name, email, next } }: { pending: PendingSignIn }) {
  const { failed_form, viewer } = useSite()
  const text = useTexts('signInServices').finish
  const failed = failed_form?.call === CALL ? failed_form : null
  return (
    <form className="form" method="post" action={formPath(CALL)}>
      <FormFields next={next} />
      <FormFailure text={failed?.message ?? null} />
      <p>
        {text.linkLead(name, viewer!.username)} {email !== null && text.linkAs(email)}
      </p>
      {failed && <MaybePassword issue={failed.issues.password} />}
      <div className="form__actions">
        <a className={buttonClass()} href={next}>
          {text.cancel}
        </a>
        <Button type="submit" variant="primary">
          {text.link}
        </Button>
      </div>
    </form>
  )
}
