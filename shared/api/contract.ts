import type * as v from 'valibot'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'

/** Parts of the site that an admin can disable. */
export const FEATURES = ['adult_variant', 'bot', 'streams', 'modmail', 'public_log'] as const
export type Feature = (typeof FEATURES)[number]

export type Schema = v.GenericSchema<any, any>

/** Who may make a call. */
export type Access =
  | 'public'
  | 'user'
  // A member, or an admin without an account.
  | 'user_or_admin'
  // The same callers as 'moderator', for calls from pages of the site.
  | 'staff'
  // Moderators and admins, for calls of the panel; `server/features/auth/staff.ts` checks their credential.
  | 'moderator'
  | 'admin'

/** Classes of rate limits; `server/lib/rate-rules.ts` has the numbers. */
export type RateClass =
  | 'read'
  | 'search'
  | 'check_username'
  | 'login'
  | 'passkey_options'
  | 'register'
  | 'setup'
  | 'verification_mail'
  | 'reset_mail'
  | 'email_change'
  | 'admin_login'
  | 'post'
  | 'community'
  | 'comment'
  | 'edit'
  | 'vote'
  | 'follow'
  | 'message'
  | 'modmail'
  | 'report'
  | 'notice'
  | 'upload'
  | 'stream_piece'
  | 'invite'
  | 'bot'
  | 'preview'
  | 'filter_test'
  | 'write'

/** Why a POST without an `Idempotency-Key` may be sent twice. */
type Repeat =
  // Both requests set the same state.
  | 'sets_state'
  // The second request is refused, or finds the work done.
  | 'succeeds_once'
  // The second request replaces what the first one created.
  | 'replaces'
  // The caller sees in a list what the second request created, and can end it.
  | 'can_be_ended'
  // The second request only sends a second mail.
  | 'sends_mail'
  | 'writes_nothing'

/** `input` has path parameters and query or body together; `from` is 'query' for GET and DELETE, else 'json'. */
export type Endpoint<Input extends Schema = Schema, Output extends Schema = Schema, Who extends Access = Access> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Who
  /** The scope that a token needs for this call; null if no token may make it. */
  scope: Scope | null
  input: Input
  output: Output
  from?: 'query' | 'json' | 'form'
  rate?: RateClass
  status?: 200 | 201 | 202 | 204
  /** For a day, repeated requests get the first response; with 'at_end' the handler stores that response itself. */
  idempotent?: true | 'at_end'
  repeat?: Repeat
  /** Marks a GET that changes data and so must not run on a replica. */
  writes?: true
  /** Suspended members may make this call; calls that only read are always allowed. */
  whileSuspended?: true
  /** Marks a call that works in read-only mode. 'unrecorded': the GET then marks nothing as read. */
  whileReadOnly?: 'allowed' | 'unrecorded'
  errors?: readonly ErrorCode[]
  /** Marks a sign-in without a sign-in service, which is refused if the setting `oidc_only` is on. */
  isOwnSignIn?: true
  /** The setting that disables the call, which is then refused with `feature_off`. */
  feature?: Feature
  summary: string
}

/** A POST without `idempotent` or `repeat` does not compile. */
type Repeatable =
  | { method: Exclude<Endpoint['method'], 'POST'> }
  | { method: 'POST'; idempotent: true | 'at_end' }
  | { method: 'POST'; repeat: Repeat }

export function endpoint<const Input extends Schema, const Output extends Schema, const Who extends Access>(
  definition: Endpoint<Input, Output, Who> & Repeatable,
): Endpoint<Input, Output, Who> {
  return definition
}

export function ofFeature<const Group extends Record<string, Endpoint>>(feature: Feature, group: Group): Group {
  return Object.fromEntries(Object.entries(group).map(([name, call]) => [name, { ...call, feature }])) as Group
}

export type Contract = Record<string, Record<string, Endpoint>>

type Caller<E extends Endpoint> =
  {} extends v.InferInput<E['input']>
    ? (input?: v.InferInput<E['input']>, options?: CallOptions) => Promise<v.InferOutput<E['output']>>
    : (input: v.InferInput<E['input']>, options?: CallOptions) => Promise<v.InferOutput<E['output']>>

/** `onProgress` receives the uploaded share, 0 to 1; `keepalive` lets the call outlive its page. */
export type CallOptions = {
  idempotencyKey?: string
  signal?: unknown
  onProgress?: (share: number) => void
  keepalive?: boolean
  /** The text before an edit made offline, by which the server finds out that somebody else edited it meanwhile. */
  base?: string
  /** Whether the upload may be queued offline, like the post, comment or message that it belongs to. */
  mayWait?: boolean
}

export type ApiOf<C extends Contract> = {
  [Group in keyof C]: { [Name in keyof C[Group]]: Caller<C[Group][Name]> }
}

export type HandlersOf<C extends Record<string, Endpoint>, Ctx extends Record<Access, unknown>> = {
  [Name in keyof C]: (
    ctx: Ctx[C[Name]['access']],
    input: v.InferOutput<C[Name]['input']>,
  ) => Promise<v.InferInput<C[Name]['output']>>
}
