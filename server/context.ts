import type { Lang } from '#shared/i18n/plural.ts'
import type { Config } from '#server/config.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import type { Logger } from '#server/log.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { MediaStorage } from '#server/media/storage.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'

export type Variant = 'normal' | 'adult'

/** The signed-in account, read together with its session on every request. */
export type Viewer = {
  id: number
  username: string
  email: string
  karma: number
  email_verified: boolean
  is_admin: boolean
  session_id: string
  session_expires_at: Date
}

/** Who works in the panel: an admin by the admin credential, or a moderator by their own account. */
export type Staff =
  | { scope: 'admin', token_id: number | null, account: Viewer | null }
  | { scope: 'moderator', account: Viewer, categories: { id: number, name: string }[] }

export type AdminStaff = Extract<Staff, { scope: 'admin' }>

/** What every process has once: built in `server/main.ts`, handed down. */
export type Services = {
  config: Config
  db: Db
  log: Logger
  limiter: RateLimiter
  mailer: Mailer
  media: MediaStorage
  /** The clock, so that a test can move it. */
  now: () => Date
}

/** What a handler may know of one request. `db` is the transaction of the call where it has one. */
export type BaseCtx = Omit<Services, 'db'> & {
  db: DbOrTx
  lang: Lang
  variant: Variant
  address: string
  request_id: string
  /** Whether the viewer came by the bearer header; a cookie alone changes nothing. */
  by_bearer: boolean
  /** The X-Admin-Password header, for the calls that verify or revoke it. */
  admin_credential: string | null
  viewer: Viewer | null
  /** The raw request of an upload; null inside the server. */
  request: Request | null
  setHeader: (name: string, value: string) => void
  /** Sets or clears (null) the session cookie. */
  setSessionCookie: (value: { token: string, expires_at: Date, remember: boolean } | null) => void
  /** Lifts the time limit of an idle connection, for handlers that wait for others. */
  waitLong: () => void
}

export type UserCtx = BaseCtx & { viewer: Viewer }
export type ModeratorCtx = BaseCtx & { staff: Staff }
export type AdminCtx = BaseCtx & { staff: AdminStaff }

/** The context that a handler of each access receives. */
export type CtxByAccess = { public: BaseCtx, user: UserCtx, moderator: ModeratorCtx, admin: AdminCtx }
