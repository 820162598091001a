import { formPath } from '#shared/rules/forms.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { FormFields } from '#site/core/CallForm.tsx'

type VerifyFormProps = { fields: Record<string, string>; next: string }

/** For readers without JavaScript; with JavaScript the page verifies the address by itself. */
export function VerifyForm({ fields, next }: VerifyFormProps) {
  const { verify } = useTexts('authScreens')
  return (
    <form className="form no-js-only" method="post" action={formPath('auth.verifyEmail')}>
      <FormFields fields={fields} next={next} />
      <Button type="submit" variant="primary" size="large" wide>
        {verify.submit}
      </Button>
    </form>
  )
}
