import type { auth as pl } from '../pl/auth.ts'

export const auth: typeof pl = {
  messages: {
    verification_sent: "If this account is waiting to be verified, you'll receive a new link shortly.",
    verified: 'Your e-mail address is verified.',
    awaiting_approval:
      'Your email address is verified. The account is made once an admin has approved it; we will email you ' +
      'the answer.',
    already_verified: 'This e-mail address is already verified. You can log in.',
    reset_requested: "If an account exists with that email, you'll receive password reset instructions shortly.",
    password_changed: 'Your password has been changed. You can log in now.',
  },
}
