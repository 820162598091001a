import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { count, cursor, flag, id, limit, nameInPath, nothing, query, success, time } from './fields.ts'
import { avatar_url, Category, Decision, Report, ReportStatus, Stream, UserCard } from './shapes.ts'
import { LIMITS, PAGE } from '../limits.ts'
import { GRANTED_LEVEL } from '../rules/trust.ts'

const skip = count(0, LIMITS.offset, 0)
const page = { skip, limit: count(1, LIMITS.listLimit, PAGE.admin) }
const exportablePage = { ...page, export: v.optional(flag) }
const searchablePage = v.object({ ...exportablePage, search: query })

const AdminUser = v.object({
  id: v.number(),
  username: v.string(),
  avatar_url,
  email: v.string(),
  karma: v.number(),
  is_admin: v.boolean(),
  email_verified: v.boolean(),
  created_at: time,
})
export type AdminUser = v.InferOutput<typeof AdminUser>

const AdminPost = v.object({
  id: v.number(),
  title: v.string(),
  content: v.string(),
  author: v.nullable(v.object({ id: v.number(), username: v.string() })),
  category: v.object({ id: v.number(), name: v.string(), display_name: v.string(), is_nsfw: v.boolean() }),
  upvotes: v.number(),
  downvotes: v.number(),
  comment_count: v.number(),
  created_at: time,
})
export type AdminPost = v.InferOutput<typeof AdminPost>

const AdminCategory = v.object({ ...Category.entries, created_at: time })
export type AdminCategory = v.InferOutput<typeof AdminCategory>

const AuditEntry = v.object({
  id: v.number(),
  actor: v.string(),
  action: v.string(),
  target_type: v.string(),
  target_id: v.nullable(v.number()),
  detail: v.string(),
  created_at: time,
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

const until = v.object({ ends_at: v.nullable(time) })

const UserRecord = v.object({
  user: v.object({ ...UserCard.entries, created_at: time, trust_level: v.number() }),
  suspension: v.nullable(until),
  bans: v.array(
    v.object({ ...until.entries, category: v.object({ id: v.number(), name: v.string(), display_name: v.string() }) }),
  ),
  /** null for members who registered without an invite. */
  invited_by: v.nullable(
    v.object({ code: v.string(), note: v.string(), by: v.nullable(v.object({ username: v.string() })) }),
  ),
  decisions: v.array(v.object({ ...Decision.entries, by: v.nullable(v.object({ username: v.string() })) })),
  next_cursor: v.nullable(v.string()),
})
export type UserRecord = v.InferOutput<typeof UserRecord>

const StaffSession = v.object({
  id: v.number(),
  created_at: time,
  expires_at: time,
  address: v.string(),
  username: v.nullable(v.string()),
  is_current: v.boolean(),
})
export type StaffSession = v.InferOutput<typeof StaffSession>

export const admin = {
  me: endpoint({
    method: 'GET',
    path: '/api/admin/me',
    access: 'moderator',
    scope: null,
    rate: 'read',
    input: v.object({}),
    output: v.object({
      scope: v.picklist(['admin', 'moderator']),
      categories: v.array(v.object({ id: v.number(), name: v.string() })),
      username: v.nullable(v.string()),
      /** Keys that encrypt unsent forms of the panel; they are never stored in the browser. */
      draft_keys: v.array(v.string()),
    }),
    summary: 'What the staff member may do',
  }),
  dashboard: endpoint({
    method: 'GET',
    path: '/api/admin/stats/dashboard',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({}),
    output: v.object({
      totals: v.object({
        users: v.number(),
        posts: v.number(),
        comments: v.number(),
        categories: v.number(),
        streams: v.number(),
        messages: v.number(),
        reports: v.number(),
      }),
      last_24h: v.object({ new_users: v.number(), new_posts: v.number() }),
      last_30d: v.object({ new_users: v.number(), new_posts: v.number() }),
      categories: v.object({ nsfw: v.number() }),
      active: v.object({ streams: v.number(), unresolved_reports: v.number() }),
      operations: v.object({
        jobs: v.object({ waiting: v.number(), failed: v.number() }),
        mail: v.object({ delivery: v.picklist(['smtp', 'outbox']), waiting: v.number(), failed: v.number() }),
      }),
    }),
    summary: 'The numbers of the dashboard',
  }),
  charts: endpoint({
    method: 'GET',
    path: '/api/admin/stats/charts',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({ days: count(1, LIMITS.chartDays, PAGE.chartDays) }),
    output: v.object({
      daily: v.array(
        v.object({ date: v.string(), users: v.number(), posts: v.number(), comments: v.number(), streams: v.number() }),
      ),
    }),
    summary: 'What was made on each day, oldest first, empty days included',
  }),
  databaseInfo: endpoint({
    method: 'GET',
    path: '/api/admin/database/info',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({}),
    output: v.object({
      database_size: v.string(),
      tables: v.array(v.object({ table_name: v.string(), size: v.string(), can_browse: v.boolean() })),
      row_counts: v.record(v.string(), v.number()),
    }),
    summary: 'Sizes and row counts of all tables; those that the browser shows come first',
  }),
  databaseTable: endpoint({
    method: 'GET',
    path: '/api/admin/database/table/:name',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({ name: nameInPath, limit: count(1, LIMITS.listLimit, PAGE.tablePreview) }),
    output: v.object({ columns: v.array(v.string()), rows: v.array(v.record(v.string(), v.unknown())) }),
    errors: ['not_found'],
    summary: 'Rows of a known table, without secrets',
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: searchablePage,
    output: v.object({ users: v.array(AdminUser), total: v.number() }),
    errors: ['search_too_broad'],
    summary: 'Accounts, newest first; searched by username and e-mail',
  }),
  userRecord: endpoint({
    method: 'GET',
    path: '/api/admin/users/:user_id/record',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({ user_id: id, cursor, limit: limit(PAGE.decisions) }),
    output: UserRecord,
    errors: ['user_not_found', 'bad_cursor'],
    summary: 'What staff decided about a member, newest first, with the bans that are in force',
  }),
  posts: endpoint({
    method: 'GET',
    path: '/api/admin/posts',
    access: 'moderator',
    scope: null,
    rate: 'read',
    input: searchablePage,
    output: v.object({ posts: v.array(AdminPost), total: v.number() }),
    errors: ['search_too_broad'],
    summary: 'Posts, newest first; searched by title and content',
  }),
  categories: endpoint({
    method: 'GET',
    path: '/api/admin/categories',
    access: 'moderator',
    scope: null,
    rate: 'read',
    input: searchablePage,
    output: v.object({ categories: v.array(AdminCategory), total: v.number() }),
    errors: ['search_too_broad'],
    summary: 'Communities, newest first; searched by name and display name',
  }),
  streams: endpoint({
    method: 'GET',
    path: '/api/admin/streams',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({ ...exportablePage, status: v.optional(v.picklist(['live', 'ended'], 'status')) }),
    output: v.object({ streams: v.array(Stream), total: v.number() }),
    summary: 'Streams, newest first',
  }),
  reports: endpoint({
    method: 'GET',
    path: '/api/admin/reports',
    access: 'moderator',
    scope: null,
    rate: 'read',
    input: v.object({
      ...exportablePage,
      status: v.optional(v.picklist([...ReportStatus.options, 'decided'], 'status')),
      report_id: v.optional(id),
    }),
    output: v.object({ reports: v.array(Report), total: v.number() }),
    summary:
      'Reports, newest first, each with what was reported; `report_id` finds the one, `decided` those resolved ' +
      'or rejected',
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:user_id',
    access: 'admin',
    scope: null,
    rate: 'write',
    from: 'query',
    input: v.object({ user_id: id, content: v.optional(v.picklist(['keep', 'remove'], 'content_choice'), 'keep') }),
    output: success,
    errors: ['user_not_found', 'last_admin', 'self_admin'],
    summary: 'Deletes an account',
  }),
  removePost: endpoint({
    method: 'DELETE',
    path: '/api/admin/posts/:post_id',
    access: 'moderator',
    scope: null,
    rate: 'write',
    input: v.object({ post_id: id }),
    output: success,
    errors: ['post_not_found', 'not_staff', 'admin_decision'],
    summary: 'Deletes a post',
  }),
  removeCategory: endpoint({
    method: 'DELETE',
    path: '/api/admin/categories/:category_id',
    access: 'admin',
    scope: null,
    rate: 'write',
    input: v.object({ category_id: id }),
    output: success,
    errors: ['category_not_found'],
    summary: 'Deletes a community; its posts are not found from then on',
  }),
  removeStream: endpoint({
    method: 'DELETE',
    path: '/api/admin/streams/:stream_id',
    access: 'admin',
    scope: null,
    rate: 'write',
    input: v.object({ stream_id: id }),
    output: success,
    errors: ['not_found'],
    summary: 'Deletes a stream',
  }),
  setAdmin: endpoint({
    method: 'PATCH',
    path: '/api/admin/users/:user_id/admin',
    access: 'admin',
    scope: null,
    rate: 'write',
    from: 'query',
    input: v.object({ user_id: id, make_admin: flag }),
    output: v.object({ id: v.number(), is_admin: v.boolean() }),
    errors: ['user_not_found', 'last_admin', 'self_admin'],
    summary: 'Grants or revokes the admin flag',
  }),
  setTrust: endpoint({
    method: 'PATCH',
    path: '/api/admin/users/:user_id/trust',
    access: 'admin',
    scope: null,
    rate: 'write',
    input: v.object({ user_id: id, level: v.nullable(v.literal(GRANTED_LEVEL, 'trust_level')) }),
    output: v.object({ id: v.number(), trust_level: v.number() }),
    errors: ['user_not_found', 'invalid'],
    summary: 'Grants trust level 3, or with null returns to the level that is computed',
  }),
  decideReport: endpoint({
    method: 'PATCH',
    path: '/api/admin/reports/:report_id/resolve',
    access: 'moderator',
    scope: null,
    rate: 'write',
    from: 'query',
    input: v.object({ report_id: id, action: v.picklist(['resolved', 'rejected'], 'action') }),
    output: Report,
    errors: ['not_found', 'already_decided', 'not_staff', 'own_decision'],
    summary: 'Resolves or rejects a pending report',
  }),
  staffSessions: endpoint({
    method: 'GET',
    path: '/api/admin/sessions',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({}),
    output: v.object({ sessions: v.array(StaffSession) }),
    summary: 'The open sessions of the panel, newest first',
  }),
  endStaffSession: endpoint({
    method: 'DELETE',
    path: '/api/admin/sessions/:session_id',
    access: 'admin',
    scope: null,
    rate: 'write',
    input: v.object({ session_id: id }),
    output: success,
    errors: ['not_found'],
    summary: 'Ends a session of the panel',
  }),
  endStaffSessions: endpoint({
    method: 'DELETE',
    path: '/api/admin/sessions',
    access: 'admin',
    scope: null,
    rate: 'write',
    input: nothing,
    output: v.object({ ended: v.number() }),
    summary: 'Ends every session of the panel but this one',
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({ ...page, by: v.optional(v.picklist(['admins', 'moderators'], 'invalid')) }),
    output: v.object({ entries: v.array(AuditEntry), total: v.number() }),
    summary: 'What staff did, latest first; `by` tells admins from moderators of communities',
  }),
}
