import * as v from 'valibot'

/* Calls and events between the page and the main process; no response contains a credential. */

export const BRIDGE = 'watek'

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))
const filled = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max))
/** Only accounts with two-step login need `code`, which is from an authenticator app or is a recovery code. */
const account = v.strictObject({ username: filled(254), password: filled(1000), code: v.optional(text(40), '') })

/** `password`: the admin password; empty if the forum's panel requires an account instead. */
export const SignIn = v.variant('kind', [
  v.strictObject({ kind: v.literal('admin'), password: text(1000), account: v.nullable(account) }),
  v.strictObject({ kind: v.literal('moderator'), ...account.entries }),
])
export type SignIn = v.InferInput<typeof SignIn>

/** Query string of a panel URL: 'tab=reports&report=12'. */
export const Place = v.pipe(v.string(), v.maxLength(2000), v.regex(/^[\w.~%+&=*-]*$/))

export const Lang = v.picklist(['pl', 'en'])
export const Theme = v.picklist(['system', 'light', 'dark'])
export type Theme = v.InferOutput<typeof Theme>

export const requests = {
  state: v.strictTuple([]),
  addServer: v.strictTuple([text(500)]),
  chooseServer: v.strictTuple([text(500)]),
  removeServer: v.strictTuple([text(500)]),
  adminMode: v.strictTuple([]),
  signIn: v.strictTuple([SignIn]),
  signOut: v.strictTuple([]),
  setLanguage: v.strictTuple([Lang]),
  setTheme: v.strictTuple([Theme]),
  setUpdateFeed: v.strictTuple([text(500)]),
  checkForUpdates: v.strictTuple([]),
  retry: v.strictTuple([]),
  keepPlace: v.strictTuple([Place]),
  openLink: v.strictTuple([text(2000)]),
  saveFile: v.strictTuple([v.strictObject({ name: filled(200), text: text(50_000_000) })]),
  notify: v.strictTuple([v.strictObject({ title: filled(200), body: text(1000) })]),
} as const
export type RequestName = keyof typeof requests

export type StaffState = {
  kind: 'admin' | 'moderator'
  /** null for an admin without an account. */
  username: string | null
  expires_at: string
  /** Whether the credential is stored for the next start. */
  is_kept: boolean
}
type ServerState = { address: string; staff: StaffState | null; has_ended: boolean }
export type UpdateState = 'off' | 'waiting' | 'checking' | 'current' | 'downloading' | 'ready' | 'failed'

export type ConsoleState = {
  version: string
  platform: string
  lang: v.InferOutput<typeof Lang>
  theme: Theme
  servers: ServerState[]
  current: string | null
  is_online: boolean
  /** Whether the system has a keyring; without one, sign-ins last until the console is closed. */
  keeps_sign_in: boolean
  pending_reports: number
  update_feed: string | null
  update: UpdateState
  place: string
}

/** `issue` is a key of the console's texts, `detail` the server's error message. */
type Refusal = { ok: false; issue: Issue; detail: string | null }
export type Issue =
  | 'address'
  | 'address_not_secure'
  | 'address_known'
  | 'no_server'
  | 'unreachable'
  | 'not_a_forum'
  | 'refused'
  | 'not_staff'
  | 'account_needed'
  | 'code_needed'
  | 'next_code_needed'
  | 'feed_not_secure'
  | 'feed_declined'
  | 'not_saved'
  | 'link_refused'
export type Outcome = { ok: true } | Refusal

/** What an admin must sign in with; null if the server does not respond. */
export type AdminMode = 'password' | 'account' | null

export type Answers = { [Name in Exclude<RequestName, 'state' | 'adminMode' | 'keepPlace' | 'notify'>]: Outcome } & {
  state: ConsoleState
  adminMode: AdminMode
  keepPlace: void
  notify: void
}

export type PageEvents = { state: ConsoleState; go: string; action: PageAction }
export type PageAction = 'settings' | 'search' | 'refresh' | 'add-server' | 'shortcuts'
export const PAGE_EVENTS = ['state', 'go', 'action'] as const satisfies (keyof PageEvents)[]

export type Bridge = {
  [Name in RequestName]: (...args: v.InferInput<(typeof requests)[Name]>) => Promise<Answers[Name]>
} & {
  /** Returns a function that removes the listener. */
  on: <Name extends keyof PageEvents>(name: Name, listener: (value: PageEvents[Name]) => void) => () => void
}

export const requestChannel = (name: RequestName) => `console:${name}`
export const eventChannel = (name: keyof PageEvents) => `console:event:${name}`
