import { ApiError } from '#shared/api/errors.ts'
import type { admin } from '#shared/api/admin.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import { LIFETIME } from '#shared/limits.ts'
import { effectiveLevel } from '#shared/rules/trust.ts'
import type { CtxByAccess, ModeratorCtx } from '#server/context.ts'
import { addJob } from '#server/jobs/add.ts'
import { declareCache } from '#server/lib/caches.ts'
import { findInviter } from '../invites/queries.ts'
import { listAudit, writeAudit } from '../audit/queries.ts'
import { actorOf } from '../audit/rules.ts'
import { suspensionOf } from '../auth/rules.ts'
import * as staffSessions from '../auth/staff-sessions.ts'
import {
  asDecision,
  decide,
  decideReport,
  decidingStaff,
  findRestoration,
  grantLevel,
  listBans,
  listDecisions,
  listReports,
} from '../moderation/index.ts'
import { deriveKeys } from '../offline/keys.ts'
import { softDeletePost, getPostForChange } from '../posts/queries.ts'
import { listStreams, softDeleteStream } from '../streams/queries.ts'
import { deleteAccount } from '../users/removal/remove-account.ts'
import { softDeleteCategory } from './community/queries.ts'
import { readDatabaseInfo, readTable } from './database/queries.ts'
import { isTable } from './database/rules.ts'
import { listCategories, listUsers, type Scope } from './lists/queries.ts'
import { readList } from './lists/read-list.ts'
import { countPostsOf, findNewest, loadPosts, searchPosts } from './posts/queries.ts'
import { getMember, lockUser, setAdminFlag } from './queries.ts'
import { readCharts, readDashboard, readOperations } from './stats/queries.ts'

function scopeOf({ staff }: ModeratorCtx): Scope {
  return staff.scope === 'admin' ? 'all' : staff.categories.map(({ id }) => id)
}

const dashboards = declareCache<Awaited<ReturnType<typeof readDashboard>>>('dashboard', {
  ttlMs: LIFETIME.statsCache,
  maxEntries: 1,
})

const charts = declareCache<Awaited<ReturnType<typeof readCharts>>>('charts', {
  ttlMs: LIFETIME.statsCache,
  maxEntries: 100,
})

export const adminHandlers: HandlersOf<typeof admin, CtxByAccess> = {
  me: async ({ staff, config }) => ({
    scope: staff.scope,
    categories: staff.scope === 'moderator' ? staff.categories : [],
    username: staff.account?.username ?? null,
    draft_keys: deriveKeys(config, `panel key ${staff.account?.id ?? 'admin'}`),
  }),

  dashboard: async ({ db, settings, now, caches }) => {
    const [numbers, operations] = await Promise.all([
      caches.of(dashboards).load('', () => readDashboard(db, now())),
      readOperations(db, settings.value('smtp_url')),
    ])
    return { ...numbers, operations }
  },

  charts: async ({ db, config, now, caches }, { days }) => ({
    daily: await caches
      .of(charts)
      .load(String(days), () => readCharts(db, days, { now: now(), timeZone: config.timeZone })),
  }),

  databaseInfo: ({ db }) => readDatabaseInfo(db),

  databaseTable: async ({ db }, { name, limit }) => {
    if (!isTable(name)) throw new ApiError('not_found')
    return readTable(db, name, limit)
  },

  users: (ctx, page) => readList(ctx, 'users', page, (tx) => listUsers(tx, page)),

  userRecord: async ({ db, now }, { user_id, ...page }) => {
    const user = await getMember(db, user_id)
    const [bans, invited_by, found] = await Promise.all([
      listBans(db, user_id, now()),
      findInviter(db, user_id),
      listDecisions(db, { ...page, userId: user_id }),
    ])
    const suspension = suspensionOf(user, now())
    return {
      user: { ...user, trust_level: effectiveLevel(user) },
      bans,
      invited_by,
      suspension: suspension && { ends_at: suspension.until },
      next_cursor: found.next_cursor,
      decisions: found.page.map((row) => ({
        ...asDecision(row, { isStaff: true, isOwn: false }),
        by: row.by === null ? null : { username: row.by },
      })),
    }
  },

  posts: (ctx, page) =>
    readList(ctx, 'posts', page, async (tx) => {
      const { search, skip, limit } = page
      const scope = scopeOf(ctx)
      if (search === '') {
        return {
          posts: await loadPosts(tx, await findNewest(tx, scope, { skip, limit })),
          total: await countPostsOf(tx, scope),
        }
      }
      const found = await searchPosts(tx, scope, search)
      return { posts: await loadPosts(tx, found.slice(skip, skip + limit)), total: found.length }
    }),

  categories: (ctx, page) => readList(ctx, 'categories', page, (tx) => listCategories(tx, scopeOf(ctx), page)),

  streams: (ctx, page) => readList(ctx, 'streams', page, (tx) => listStreams(tx, page)),

  reports: (ctx, page) => readList(ctx, 'reports', page, (tx) => listReports(tx, { ...page, scope: scopeOf(ctx) })),

  removeUser: async (ctx, { user_id, content }) => {
    if (ctx.staff.account?.id === user_id) throw new ApiError('self_admin')
    return ctx.db.transaction(async (tx) => {
      const { username } = await lockUser(tx, user_id, ctx.staff, 'update')
      await deleteAccount(tx, { userId: user_id, content }, ctx.now())
      ctx.invalidated.add('*')
      await writeAudit(tx, ctx, {
        action: 'user.delete',
        target_type: 'user',
        target_id: user_id,
        detail: `${username}, content: ${content}`,
      })
      return { success: true }
    })
  },

  removePost: async (ctx, { post_id }) => {
    const scope = scopeOf(ctx)
    return ctx.db.transaction(async (tx) => {
      const { category_id, title, author_id } = await getPostForChange(tx, post_id)
      if (scope !== 'all' && !scope.includes(category_id)) throw new ApiError('not_staff')
      const now = ctx.now()
      await softDeletePost(tx, post_id, now)
      ctx.invalidated.add(`post:${post_id}`)
      const overrides = await findRestoration(tx, { post_id })
      await decide(
        tx,
        {
          action: 'deleted',
          post_id,
          overrides,
          user_id: author_id,
          category_id,
          reason_code: 'other',
          by: decidingStaff(ctx),
        },
        now,
      )
      await writeAudit(tx, ctx, { action: 'post.delete', target_type: 'post', target_id: post_id, detail: title })
      return { success: true }
    })
  },

  removeCategory: (ctx, { category_id }) =>
    ctx.db.transaction(async (tx) => {
      const name = await softDeleteCategory(tx, category_id, ctx.now())
      await addJob(tx, 'remove_community', { category_id }, { long: true })
      ctx.invalidated.add('*')
      await writeAudit(tx, ctx, {
        action: 'category.delete',
        target_type: 'category',
        target_id: category_id,
        detail: name,
      })
      return { success: true }
    }),

  removeStream: (ctx, { stream_id }) =>
    ctx.db.transaction(async (tx) => {
      await softDeleteStream(tx, stream_id, ctx.now())
      await writeAudit(tx, ctx, { action: 'stream.delete', target_type: 'stream', target_id: stream_id })
      return { success: true }
    }),

  setAdmin: async (ctx, { user_id, make_admin }) => {
    if (!make_admin && ctx.staff.account?.id === user_id) throw new ApiError('self_admin')
    return ctx.db.transaction(async (tx) => {
      const { username, is_admin } = await lockUser(tx, user_id, ctx.staff, 'no key update')
      if (is_admin !== make_admin) {
        await setAdminFlag(tx, user_id, make_admin)
        const action = make_admin ? 'user.grant_admin' : 'user.revoke_admin'
        await writeAudit(tx, ctx, { action, target_type: 'user', target_id: user_id, detail: username })
      }
      return { id: user_id, is_admin: make_admin }
    })
  },

  setTrust: (ctx, { user_id, level }) =>
    ctx.db.transaction(async (tx) => {
      const { username, trust_level } = await grantLevel(tx, user_id, level, ctx.now())
      await writeAudit(tx, ctx, {
        action: level === null ? 'user.revoke_trust' : 'user.grant_trust',
        target_type: 'user',
        target_id: user_id,
        detail: username,
      })
      return { id: user_id, trust_level }
    }),

  decideReport: (ctx, { report_id, action }) =>
    ctx.db.transaction(async (tx) => {
      const decided = await decideReport(tx, report_id, action, ctx.now(), {
        scope: scopeOf(ctx),
        by: decidingStaff(ctx),
      })
      const detail = `${decided.content_type} ${decided.content_id}`
      await writeAudit(tx, ctx, { action: `report.${action}`, target_type: 'report', target_id: report_id, detail })
      return decided
    }),

  staffSessions: async (ctx) => ({ sessions: await staffSessions.list(ctx) }),

  endStaffSession: async (ctx, { session_id }) => {
    await staffSessions.end(ctx, session_id)
    return { success: true }
  },

  endStaffSessions: async (ctx) => ({ ended: await staffSessions.endOthers(ctx) }),

  audit: async ({ db }, page) => {
    const { entries, total } = await listAudit(db, page)
    return { entries: entries.map((entry) => ({ ...entry, actor: actorOf(entry) })), total }
  },
}
