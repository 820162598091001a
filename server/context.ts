import type { Scope } from '#shared/api/scopes.ts'
import type { Feed } from '#shared/rules/sorts.ts'
import type { Variant } from '#shared/rules/variant.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Config } from '#server/config.ts'
import type { Db, DbOrTx } from '#server/db/driver/client.ts'
import type { Replicas } from '#server/db/replicas/replicas.ts'
import type { Caches } from '#server/lib/caches.ts'
import type { Events } from '#server/lib/events.ts'
import type { Logger } from '#server/lib/log.ts'
import type { AdCounts } from '#server/lib/ad-counts.ts'
import type { CacheTag, Invalidations } from '#server/lib/invalidations.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { MediaStorage } from '#server/media/storage.ts'
import type { LiveStreams } from '#server/lib/live-streams.ts'
import type { RateLimiter } from '#server/lib/rate-limit.ts'
import type { Settings } from '#server/lib/settings.ts'
import type { Setup } from '#server/lib/setup.ts'
import type { Usage } from '#server/lib/usage.ts'
import type { Slots } from '#server/lib/slots.ts'

export type Suspension = { decision_id: number; until: Date | null }

/** The account is read from the database together with the login session on every request. */
export type Viewer = {
  id: number
  username: string
  email: string
  karma: number
  email_verified: boolean
  is_admin: boolean
  home_feed: Feed
  avatar_url: string | null
  trust_level: number
  session_id: string
  session_expires_at: Date
  suspension: Suspension | null
  /** Scopes of the personal or application token that was sent; null for a login session. */
  scopes: readonly Scope[] | null
}

/** An admin with the admin credential, or a moderator with the communities that they moderate. */
export type Staff =
  | { scope: 'admin'; token_id: number | null; account: Viewer | null }
  | { scope: 'moderator'; account: Viewer; categories: { id: number; name: string }[] }

type AdminStaff = Extract<Staff, { scope: 'admin' }>

export type Services = {
  config: Config
  settings: Settings
  db: Db
  log: Logger
  limiter: RateLimiter
  /** Limits how many searches run in the database at once, by the caller's IP address. */
  searchSlots: Slots
  mailer: Mailer
  media: MediaStorage
  caches: Caches
  invalidations: Invalidations
  events: Events
  live: LiveStreams
  adCounts: AdCounts
  setup: Setup
  usage: Usage
  /** null: every query runs on the primary. */
  replicas: Replicas | null
  /** Tests replace the current time. */
  now: () => Date
}

export type BaseCtx = Omit<Services, 'db'> & {
  db: DbOrTx
  lang: Lang
  variant: Variant
  address: string
  request_id: string
  /** False for a caller known only by a session cookie, which does not authorize changes. */
  by_bearer: boolean
  /** Whether the request is a form submitted without JavaScript. */
  by_form?: boolean
  admin_credential: string | null
  viewer: Viewer | null
  known_browser: string | null
  /** Value of the cookie of an unfinished sign-in by a linked service. */
  pending_sign_in: string | null
  /** Value of the cookie that lists dismissed announcements. */
  closed_announcements: string | null
  invalidated: Set<CacheTag>
  /** Uploads are read from the HTTP request; null for calls made inside the server. */
  request: Request | null
  setHeader: (name: string, value: string) => void
  /** Null clears the session cookie. */
  setSessionCookie: (value: { token: string; expires_at: Date; remember: boolean } | null) => void
  setKnownBrowserCookie: (token: string) => void
  setPendingSignInCookie: (value: string, lifeMs: number) => void
  /**
   * Stores the response in the handler's transaction for calls with `idempotent: 'at_end'` and an Idempotency-Key.
   * Throws if another request with the same key was first.
   */
  storeAnswer?: (tx: DbOrTx, answer: unknown) => Promise<void>
  /** Disables the idle timeout of the client's connection, for handlers that wait for other servers. */
  waitLong: () => void
}

export type UserCtx = BaseCtx & { viewer: Viewer }
export type ModeratorCtx = BaseCtx & { staff: Staff }
export type AdminCtx = BaseCtx & { staff: AdminStaff }

/** With the admin credential `staff` is set, otherwise `viewer`. */
export type UserOrAdminCtx = BaseCtx & { staff?: AdminStaff }

export type CtxByAccess = {
  public: BaseCtx
  user: UserCtx
  user_or_admin: UserOrAdminCtx
  staff: ModeratorCtx
  moderator: ModeratorCtx
  admin: AdminCtx
}
