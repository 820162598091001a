import * as v from 'valibot'

/*
 * The one contract between the console's page and its main process. The preload makes the bridge of it, the main process
 * checks every call by it, the page has its types. A credential is in none of the answers.
 */

/** The name under which a page finds the bridge. */
export const BRIDGE = 'watek'

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))
const filled = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max))
const account = v.strictObject({ username: filled(254), password: filled(1000) })

export const SignIn = v.variant('kind', [
  v.strictObject({ kind: v.literal('admin'), password: filled(1000), account: v.nullable(account) }),
  v.strictObject({ kind: v.literal('moderator'), ...account.entries }),
])
export type SignIn = v.InferOutput<typeof SignIn>

/** What the panel shows, as its address holds it without '?': 'tab=reports&report=12'. */
export const Place = v.pipe(v.string(), v.maxLength(2000), v.regex(/^[\w.~%+&=*-]*$/))

export const Lang = v.picklist(['pl', 'en'])
export const Theme = v.picklist(['system', 'light', 'dark'])
export type Theme = v.InferOutput<typeof Theme>

/** What a page may ask, with the schema of its arguments. */
export const requests = {
  state: v.strictTuple([]),
  addServer: v.strictTuple([text(500)]),
  chooseServer: v.strictTuple([text(500)]),
  removeServer: v.strictTuple([text(500)]),
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
  /** Of the account, where one signed in. */
  username: string | null
  expires_at: string
  /** Whether it outlasts the console's end. */
  is_kept: boolean
}
export type ServerState = {
  address: string
  staff: StaffState | null
  /** The server ended the last sign-in; nobody asked it to. */
  has_ended: boolean
}
export type UpdateState = 'off' | 'waiting' | 'checking' | 'current' | 'downloading' | 'ready' | 'failed'

export type ConsoleState = {
  version: string
  platform: string
  lang: v.InferOutput<typeof Lang>
  theme: Theme
  servers: ServerState[]
  /** Address of the chosen server. */
  current: string | null
  is_online: boolean
  /** Whether the system offers a place for secrets; without one a sign-in ends with the console. */
  keeps_sign_in: boolean
  pending_reports: number
  update_feed: string | null
  update: UpdateState
  /** Where in the panel the console was left. */
  place: string
}

/** Why something was not done: a key of the console's texts, or the server's own sentence. */
export type Refusal = { ok: false, issue: Issue, detail: string | null }
export type Issue =
  | 'address' | 'address_not_secure' | 'address_known' | 'no_server' | 'unreachable' | 'not_a_forum' | 'refused' | 'not_staff'
  | 'account_needed' | 'feed_not_secure' | 'not_saved' | 'link_refused'
export type Outcome = { ok: true } | Refusal

export type Answers = { [Name in Exclude<RequestName, 'state' | 'keepPlace' | 'notify'>]: Outcome } & {
  state: ConsoleState
  keepPlace: void
  notify: void
}

/** What the main process tells a page without being asked. */
export type Told = {
  state: ConsoleState
  /** Show this in the panel; see `Place`. */
  go: string
  /** A menu item that the page carries out. */
  act: PageAct
}
export type PageAct = 'settings' | 'search' | 'refresh' | 'add-server' | 'shortcuts'
export const TOLD = ['state', 'go', 'act'] as const satisfies (keyof Told)[]

/** As much of the main process as a page can reach. */
export type Bridge = {
  [Name in RequestName]: (...args: v.InferInput<(typeof requests)[Name]>) => Promise<Answers[Name]>
} & {
  /** Hears what is told until the returned function is called. */
  on: <Name extends keyof Told>(name: Name, listener: (value: Told[Name]) => void) => () => void
}

export const requestChannel = (name: RequestName) => `console:${name}`
export const toldChannel = (name: keyof Told) => `console:told:${name}`
