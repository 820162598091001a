import type { RateClass } from '#shared/api/contract.ts'
import { NEWCOMER } from '#shared/rules/trust.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A rule whose key is absent does not apply. */
export type RateKeys = {
  /** IPv6 is counted by its /64, /56 and /48. */
  address?: string
  /** The id of a user, or the IP address of a caller without an account. */
  user?: string | number
  /** The id of the account whose password is tried, or the tried user name if no account has it. */
  account?: string | number
  /** Counted by mailbox: `name+anything@` counts as `name@`. */
  email?: string
  browser?: string
  everybody?: true
}

export type Rule = { by: keyof RateKeys | 'account and network'; limit: number; windowMs: number }

type SpecialRule =
  | 'login_call'
  | 'password_guess'
  | 'account_guess'
  | 'account_guess_hour'
  | 'first_guess'
  | 'known_browser_guess'
  | 'setup_code'
  | 'code_guess'
  | 'known_browser_code'
  | 'code_guess_mail'
  | 'wrong_staff_password'
  | 'staff_call'
  | 'notice_mail'
  | 'repeat'
  | 'message_partners'
  | 'modmail_by_banned'
  | 'newcomer_post'
  | 'newcomer_comment'
  | 'newcomer_partner'
  | 'sanction'
  | 'media'
  | 'live_media'
  | 'syndication'
  | 'oauth'
  | 'oauth_registration'
  | 'device_code'
  | 'probe'

export type RateRule = RateClass | SpecialRule

/** Rules by IP address come first: calls from a blocked IP address must not use up the limits of other callers. */
export const RATE_RULES: Record<RateRule, readonly Rule[]> = {
  read: [{ by: 'address', limit: 600, windowMs: MINUTE }],
  search: [{ by: 'address', limit: 60, windowMs: MINUTE }],
  setup: [{ by: 'address', limit: 60, windowMs: MINUTE }],
  setup_code: [{ by: 'address', limit: 5, windowMs: 15 * MINUTE }],
  check_username: [{ by: 'address', limit: 60, windowMs: MINUTE }],
  // Only failed sign-ins count, since http/api.ts calls `giveBack` after a successful one.
  login: [{ by: 'address', limit: 50, windowMs: 15 * MINUTE }],
  passkey_options: [{ by: 'address', limit: 60, windowMs: MINUTE }],
  register: [
    { by: 'address', limit: 5, windowMs: HOUR },
    { by: 'email', limit: 3, windowMs: HOUR },
  ],
  verification_mail: [
    { by: 'address', limit: 10, windowMs: HOUR },
    { by: 'email', limit: 3, windowMs: HOUR },
  ],
  reset_mail: [
    { by: 'address', limit: 10, windowMs: HOUR },
    { by: 'email', limit: 3, windowMs: HOUR },
  ],
  email_change: [
    { by: 'address', limit: 10, windowMs: HOUR },
    { by: 'user', limit: 10, windowMs: HOUR },
    { by: 'email', limit: 3, windowMs: HOUR },
  ],
  admin_login: [{ by: 'address', limit: 60, windowMs: MINUTE }],
  post: [{ by: 'user', limit: 10, windowMs: HOUR }],
  community: [{ by: 'user', limit: 3, windowMs: 24 * HOUR }],
  comment: [{ by: 'user', limit: 20, windowMs: MINUTE }],
  edit: [{ by: 'user', limit: 20, windowMs: MINUTE }],
  vote: [{ by: 'user', limit: 60, windowMs: MINUTE }],
  follow: [{ by: 'user', limit: 60, windowMs: HOUR }],
  message: [{ by: 'user', limit: 30, windowMs: MINUTE }],
  modmail: [{ by: 'user', limit: 5, windowMs: 24 * HOUR }],
  report: [{ by: 'user', limit: 20, windowMs: HOUR }],
  notice: [{ by: 'address', limit: 10, windowMs: HOUR }],
  upload: [{ by: 'user', limit: 30, windowMs: HOUR }],
  stream_piece: [{ by: 'user', limit: 600, windowMs: MINUTE }],
  invite: [{ by: 'user', limit: 20, windowMs: HOUR }],
  bot: [{ by: 'user', limit: 5, windowMs: HOUR }],
  preview: [{ by: 'user', limit: 60, windowMs: MINUTE }],
  filter_test: [{ by: 'user', limit: 20, windowMs: MINUTE }],
  write: [{ by: 'user', limit: 120, windowMs: MINUTE }],

  login_call: [{ by: 'address', limit: 600, windowMs: 15 * MINUTE }],
  // features/auth/guess-limit.ts combines the following limits of password guesses.
  password_guess: [{ by: 'account and network', limit: 10, windowMs: 15 * MINUTE }],
  account_guess: [{ by: 'account', limit: 10, windowMs: 15 * MINUTE }],
  account_guess_hour: [{ by: 'account', limit: 100, windowMs: HOUR }],
  first_guess: [{ by: 'account and network', limit: 1, windowMs: 24 * HOUR }],
  known_browser_guess: [{ by: 'browser', limit: 10, windowMs: 15 * MINUTE }],
  // features/factors/codes.ts combines the following limits of code guesses.
  code_guess: [
    { by: 'account and network', limit: 10, windowMs: 15 * MINUTE },
    { by: 'account', limit: 30, windowMs: 24 * HOUR },
  ],
  known_browser_code: [
    { by: 'browser', limit: 10, windowMs: 15 * MINUTE },
    { by: 'browser', limit: 30, windowMs: 24 * HOUR },
  ],
  code_guess_mail: [{ by: 'account', limit: 1, windowMs: 24 * HOUR }],
  wrong_staff_password: [
    { by: 'address', limit: 5, windowMs: 15 * MINUTE },
    { by: 'everybody', limit: 100, windowMs: HOUR },
  ],
  staff_call: [{ by: 'address', limit: 600, windowMs: MINUTE }],
  notice_mail: [{ by: 'email', limit: 10, windowMs: 24 * HOUR }],
  repeat: [{ by: 'user', limit: 120, windowMs: MINUTE }],
  message_partners: [{ by: 'user', limit: 20, windowMs: HOUR }],
  modmail_by_banned: [{ by: 'user', limit: 2, windowMs: 24 * HOUR }],
  newcomer_post: [{ by: 'user', limit: NEWCOMER.posts, windowMs: NEWCOMER.day }],
  newcomer_comment: [{ by: 'user', limit: NEWCOMER.comments, windowMs: NEWCOMER.day }],
  newcomer_partner: [{ by: 'user', limit: NEWCOMER.partners, windowMs: NEWCOMER.day }],
  sanction: [{ by: 'user', limit: 20, windowMs: HOUR }],
  media: [{ by: 'address', limit: 1_200, windowMs: MINUTE }],
  // Enough for 200 viewers behind one IP address, who each request a segment and a playlist every 2 s.
  live_media: [{ by: 'address', limit: 12_000, windowMs: MINUTE }],
  syndication: [{ by: 'address', limit: 60, windowMs: MINUTE }],
  oauth_registration: [{ by: 'address', limit: 20, windowMs: HOUR }],
  // Attempts to enter the user code of a device sign-in.
  device_code: [
    { by: 'address', limit: 60, windowMs: 15 * MINUTE },
    { by: 'user', limit: 30, windowMs: 15 * MINUTE },
  ],
  oauth: [{ by: 'address', limit: 600, windowMs: MINUTE }],
  probe: [{ by: 'address', limit: 600, windowMs: MINUTE }],
}
