import type * as v from 'valibot'
import type { ErrorCode } from './errors.ts'

/** Any synchronous valibot schema. */
export type Schema = v.GenericSchema<any, any>

/** Who may make a call; staff calls carry the staff credential, see `server/http/staff.ts`. */
export type Access = 'public' | 'user' | 'moderator' | 'admin'

/** What a call is counted as; the numbers stand in `server/http/rate-limit.ts`. */
export type RateClass =
  | 'read' | 'search' | 'check_username' | 'login' | 'register' | 'mail' | 'admin_login'
  | 'post' | 'community' | 'comment' | 'vote' | 'follow' | 'message' | 'report' | 'upload' | 'bot' | 'write'

/**
 * One call of the wire contract. `input` is flat: path parameters and query or body together.
 * `from` says where the rest of the input comes from; GET and DELETE default to the query, the others to JSON.
 */
export type Endpoint<Input extends Schema = Schema, Output extends Schema = Schema, Who extends Access = Access> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Who
  input: Input
  output: Output
  from?: 'query' | 'json' | 'form'
  rate?: RateClass
  status?: 200 | 201
  /** Takes an `Idempotency-Key`: the same key of the same user within a day gives the first answer again. */
  idempotent?: boolean
  errors?: readonly ErrorCode[]
  summary: string
}

/** Keeps the precise types of one endpoint: its schemas, and who may call it. */
export function endpoint<const Input extends Schema, const Output extends Schema, const Who extends Access>(
  definition: Endpoint<Input, Output, Who>,
): Endpoint<Input, Output, Who> {
  return definition
}

export type Contract = Record<string, Record<string, Endpoint>>

type Caller<E extends Endpoint> = {} extends v.InferInput<E['input']>
  ? (input?: v.InferInput<E['input']>, options?: CallOptions) => Promise<v.InferOutput<E['output']>>
  : (input: v.InferInput<E['input']>, options?: CallOptions) => Promise<v.InferOutput<E['output']>>

/**
 * `idempotencyKey` makes a repeated send harmless; `signal` aborts the request; `onProgress` hears, of 0 to 1, how much of a
 * file has been sent, where the client can tell.
 */
export type CallOptions = { idempotencyKey?: string, signal?: unknown, onProgress?: (share: number) => void }

/** The typed client of a contract: `api.posts.list({ sort: 'new' })`. */
export type ApiOf<C extends Contract> = {
  [Group in keyof C]: { [Name in keyof C[Group]]: Caller<C[Group][Name]> }
}

/** What a handler of each endpoint receives and returns; `Ctx` is the server's context for that access. */
export type HandlersOf<C extends Record<string, Endpoint>, Ctx extends Record<Access, unknown>> = {
  [Name in keyof C]: (
    ctx: Ctx[C[Name]['access']],
    input: v.InferOutput<C[Name]['input']>,
  ) => Promise<v.InferInput<C[Name]['output']>>
}
