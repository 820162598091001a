import { paths } from '#shared/paths.ts'

const accountPages = [
  paths.login(), paths.register(), paths.verifyEmailSent(), paths.verifyEmail(), '/verify-email-login',
  paths.forgotPassword(), paths.resetPassword(),
]

const memberPages = [
  paths.submit(), paths.profile(), paths.saved(), paths.messages(), paths.wpoints(), paths.createCommunity(),
]

/** Whether a path is one of the screens of accounts, to which nobody wants to come back after signing in. */
export function isAccountPage(pathname: string): boolean {
  return accountPages.includes(pathname)
}

/** Whether the page under a path of this site is for members only. */
export function isMemberPage(path: string): boolean {
  const pathname = path.replace(/[?#].*$/s, '').replace(/\/+$/, '')
  return memberPages.includes(pathname) || pathname.startsWith('/conversation/')
}
