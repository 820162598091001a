import { Link } from 'react-router-dom'
import { CallError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { AuthSheet } from './AuthSheet.tsx'

export const isNameTaken = (error: unknown): boolean => error instanceof CallError && error.code === 'username_taken'

export function NameTaken() {
  const text = useTexts('authScreens').verify
  return (
    <AuthSheet title={text.nameTakenTitle}>
      <Notice kind="danger" role="alert">
        {text.nameTaken}
      </Notice>
      <Link className={buttonClass('primary', 'large', true)} to={paths.register()}>
        {text.registerAgain}
      </Link>
    </AuthSheet>
  )
}
