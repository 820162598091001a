import { paths } from '#shared/paths.ts'

const accountPages = [
  paths.login(),
  paths.register(),
  paths.verifyEmailSent(),
  paths.verifyEmail(),
  '/verify-email-login',
  paths.forgotPassword(),
  paths.resetPassword(),
  paths.confirmEmail(),
  paths.undoEmail(),
  paths.finishSignIn(),
]

const userPages = [
  paths.submit(),
  paths.profile(),
  paths.saved(),
  paths.messages(),
  paths.notifications(),
  paths.wpoints(),
  paths.createCategory(),
  paths.moderatorInvites(),
  paths.decisions(),
  '/streams/new',
]

/** Nobody is sent back to an account page after signing in. */
export function isAccountPage(pathname: string): boolean {
  return accountPages.includes(pathname)
}

export function isUserPage(path: string): boolean {
  const pathname = path.replace(/[?#].*$/s, '').replace(/\/+$/, '')
  return (
    userPages.includes(pathname) ||
    /^\/(conversation\/|modmail\/|settings(\/|$)|r\/[^/]+\/(settings|queue|filters|hooks)$|oauth\/device$)/.test(
      pathname,
    )
  )
}
