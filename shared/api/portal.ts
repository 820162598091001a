import * as v from 'valibot'
import { endpoint, type Access } from './contract.ts'
import { nameInPath, nothing } from './fields.ts'

const ACCESS = ['public', 'user', 'user_or_admin', 'staff', 'moderator', 'admin'] as const satisfies Access[]

/** `scope`: the scope that a token needs for the call; null if no token may make it. */
const shortCall = {
  name: v.string(),
  method: v.string(),
  path: v.string(),
  summary: v.string(),
  access: v.picklist(ACCESS),
  scope: v.nullable(v.string()),
}

const documentedCall = v.object({
  ...shortCall,
  is_idempotent: v.boolean(),
  limits: v.array(v.object({ by: v.picklist(['address', 'user', 'email']), limit: v.number(), seconds: v.number() })),
  errors: v.array(v.object({ status: v.number(), code: v.string() })),
  /** A request that was really sent, and its response. */
  example: v.nullable(v.object({ request: v.string(), status: v.number(), answer: v.string() })),
})
export type DocumentedCall = v.InferOutput<typeof documentedCall>

const overview = v.object({
  groups: v.array(v.object({ name: v.string(), calls: v.array(v.object(shortCall)) })),
  scopes: v.array(v.string()),
  errors: v.array(v.object({ status: v.number(), code: v.string(), detail: v.string() })),
  events: v.array(v.object({ name: v.string(), fields: v.array(v.string()) })),
  hook_events: v.array(v.string()),
  /** Versions of the contract, newest first. */
  versions: v.array(v.object({ date: v.string(), changes: v.array(v.string()) })),
})
export type PortalOverview = v.InferOutput<typeof overview>

export const portal = {
  overview: endpoint({
    method: 'GET',
    path: '/api/portal',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: nothing,
    output: overview,
    summary: 'All calls by their groups, scopes, errors, events and versions of this API',
  }),
  group: endpoint({
    method: 'GET',
    path: '/api/portal/:group',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ group: nameInPath }),
    output: v.object({ name: v.string(), calls: v.array(documentedCall) }),
    errors: ['not_found'],
    summary: 'The calls of a group with their limits, errors and examples',
  }),
}
