import type { HandlersOf } from '#shared/api/contract.ts'
import { ApiError } from '#shared/api/errors.ts'
import type { dataExports } from '#shared/api/exports.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { CtxByAccess } from '#server/context.ts'
import { addJob } from '#server/jobs/add.ts'
import { requestSafetyMail } from '../account/mails.ts'
import { lockById } from '../auth/queries.ts'
import { findCurrentExport, insertExport } from './queries.ts'
import { asDataExport, urlOf } from './rules.ts'

export const exportsHandlers: HandlersOf<typeof dataExports, CtxByAccess> = {
  request: async (ctx) => {
    const [now, userId] = [ctx.now(), ctx.viewer.id]
    await ctx.db.transaction(async (tx) => {
      if (!(await lockById(tx, userId))) throw new ApiError('not_signed_in')
      const latest = await findCurrentExport(tx, userId, now)
      const wait = latest ? latest.created_at.getTime() + LIFETIME.exportRequest - now.getTime() : 0
      if (wait > 0) throw new ApiError('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
      const url = urlOf(Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex'))
      const id = await insertExport(tx, { userId, url, now })
      await addJob(tx, 'make_export', { export_id: id, url }, { long: true })
      await requestSafetyMail(tx, ctx, { user_id: userId, change: 'export_requested' })
    })
    return { status: 'preparing' }
  },

  get: async ({ db, viewer, now }) => asDataExport(await findCurrentExport(db, viewer.id, now())),
}
