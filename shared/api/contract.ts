import type * as v from 'valibot'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'

/** Parts of the site that an admin can disable. */
export const FEATURES = ['adult_variant', 'bot', 'streams', 'modmail', 'public_log'] as const
export type Feature = (typeof FEATURES)[number]

export type Schema = v.GenericSchema<any, any>

/**
 * Who may make a call. 'moderator' and 'admin' are calls of the panel; `server/features/auth/staff.ts` checks the staff
 * credential. 'staff' allows the same callers as 'moderator' and is for calls that pages of the site make as well.
 * 'user_or_admin' allows members, and the admin credential without an account.
 */
export type Access = 'public' | 'user' | 'user_or_admin' | 'staff' | 'moderator' | 'admin'

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

/**
 * Why a POST without an `Idempotency-Key` may be sent twice. 'sets_state': both requests set the same state.
 * 'succeeds_once': the second request is refused, or finds the work done. 'replaces': what the second request creates
 * replaces what the first one created. 'can_be_ended': what it creates is listed and can be ended, or ends by itself if
 * it is not used. 'sends_mail': it only sends a second mail. 'writes_nothing': it stores nothing.
 */
type Repeat = 'sets_state' | 'succeeds_once' | 'replaces' | 'can_be_ended' | 'sends_mail' | 'writes_nothing'

/**
 * `input` is flat: path parameters and query or body together. `from` defaults to query for GET and DELETE, to JSON
 * otherwise.
 */
export type Endpoint<Input extends Schema = Schema, Output extends Schema = Schema, Who extends Access = Access> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Who
  /** The scope that a token needs for this call; null for calls never allowed to tokens. */
  scope: Scope | null
  input: Input
  output: Output
  from?: 'query' | 'json' | 'form'
  rate?: RateClass
  status?: 200 | 201 | 202 | 204
  /**
   * For a day, repeated requests with the same `Idempotency-Key` get the response of the first one. With 'at_end' the
   * handler stores this response itself, by `ctx.storeAnswer` in its transaction.
   */
  idempotent?: true | 'at_end'
  /** Required of each POST that is not `idempotent`. */
  repeat?: Repeat
  /** Marks a GET that changes data, and therefore runs on the primary, never on a replica. */
  writes?: true
  /** Suspended members may make this call; calls that only read are always allowed. */
  whileSuspended?: true
  /**
   * Marks a call that still works in read-only mode, when only admins may write. 'allowed': the call stores nothing of
   * the caller's, or signs an admin in. 'unrecorded': the GET is answered, but what was read is not recorded.
   */
  whileReadOnly?: 'allowed' | 'unrecorded'
  errors?: readonly ErrorCode[]
  /**
   * Marks a call that belongs to a sign-in without a sign-in service. If the setting `oidc_only` is on, it is refused
   * with the error of the same name.
   */
  isOwnSignIn?: true
  /** The setting that disables the call; it is then refused with `feature_off`. */
  feature?: Feature
  summary: string
}

/**
 * Every POST must declare why a repeated request does no harm (see `Repeat`). A definition without this does not
 * compile.
 */
type Repeatable =
  | { method: Exclude<Endpoint['method'], 'POST'> }
  | { method: 'POST'; idempotent: true | 'at_end' }
  | { method: 'POST'; repeat: Repeat }

export function endpoint<const Input extends Schema, const Output extends Schema, const Who extends Access>(
  definition: Endpoint<Input, Output, Who> & Repeatable,
): Endpoint<Input, Output, Who> {
  return definition
}

/** Assigns every call of a group to a feature. */
export function ofFeature<const Group extends Record<string, Endpoint>>(feature: Feature, group: Group): Group {
  return Object.fromEntries(Object.entries(group).map(([name, call]) => [name, { ...call, feature }])) as Group
}

export type Contract = Record<string, Record<string, Endpoint>>

type Caller<E extends Endpoint> =
  {} extends v.InferInput<E['input']>
    ? (input?: v.InferInput<E['input']>, options?: CallOptions) => Promise<v.InferOutput<E['output']>>
    : (input: v.InferInput<E['input']>, options?: CallOptions) => Promise<v.InferOutput<E['output']>>

/**
 * `onProgress` receives the uploaded share of a file, 0 to 1. A call with `keepalive` continues after its page is left.
 */
export type CallOptions = {
  idempotencyKey?: string
  signal?: unknown
  onProgress?: (share: number) => void
  keepalive?: boolean
  /**
   * The text before an edit made offline; compared with the current text, it shows whether somebody else edited it
   * meanwhile.
   */
  base?: string
  /**
   * Whether the upload may be queued offline, because the post, comment or message with the picture can be queued, too.
   */
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
