import type { HandlersOf } from '#shared/api/contract.ts'
import { ApiError } from '#shared/api/errors.ts'
import type { signInServices } from '#shared/api/sign-in-services.ts'
import { LIMITS } from '#shared/limits.ts'
import type { BaseCtx, CtxByAccess } from '#server/context.ts'
import { requestFactorMail } from '../account/mails.ts'
import { requireFreshSession } from '../auth/own-password.ts'
import { isUsernameTaken, lockById } from '../auth/queries.ts'
import { isNameOfBot } from '../auth/rules.ts'
import { readPending, setPending, type Pending } from './cookies.ts'
import { followGroups } from './groups.ts'
import * as queries from './queries.ts'
import { registerByService } from './register.ts'
import { usernamesOf } from './rules.ts'
import { nameOf, usableServices } from './services.ts'

export const signInServicesHandlers: HandlersOf<typeof signInServices, CtxByAccess> = {
  list: async ({ settings }) => ({
    services: usableServices(settings).map((service) => ({ service, name: nameOf(settings, service) })),
    oidc_only: settings.value('oidc_only'),
  }),

  async pending(ctx) {
    const pending = await readPending(ctx)
    if (!pending) return { pending: null }
    const { service, email, email_verified, challenge, next, names } = pending
    const step = await stepOf(ctx, pending)
    return {
      pending: {
        service,
        email,
        email_verified,
        challenge,
        next,
        step,
        name: nameOf(ctx.settings, service),
        username: step === 'register' ? await freeName(ctx, names) : '',
      },
    }
  },

  register: registerByService,

  linked: async ({ db, viewer, settings }) => {
    const rows = await queries.listLinked(db, viewer.id)
    return { services: rows.map((row) => ({ ...row, name: nameOf(settings, row.service) })) }
  },

  async link(ctx, { password }) {
    const pending = await readPending(ctx)
    if (!pending || pending.challenge !== null) throw new ApiError('sign_in_expired')
    await requireFreshSession(ctx, password)
    const { id } = ctx.viewer
    const { service, issuer, subject, email, communities } = pending
    const name = nameOf(ctx.settings, service)
    const linked = await ctx.db.transaction(async (tx) => {
      if (!(await lockById(tx, id))) throw new ApiError('not_signed_in')
      if ((await queries.countLinked(tx, id)) >= LIMITS.linkedServices) throw new ApiError('too_many_services')
      const created_at = ctx.now()
      const row = await queries.insertLinked(tx, { user_id: id, service, issuer, subject, email, created_at })
      if (!row) throw new ApiError('already_linked')
      await requestFactorMail(tx, ctx, id, { kind: 'service_linked', name })
      return row
    })
    await followGroups(ctx, id, communities)
    await setPending(ctx, null)
    return { ...linked, name }
  },

  async unlink(ctx, { link_id, password }) {
    await requireFreshSession(ctx, password)
    const { id } = ctx.viewer
    const servicesOnly = ctx.settings.value('oidc_only')
    await ctx.db.transaction(async (tx) => {
      if (!(await lockById(tx, id))) throw new ApiError('not_signed_in')
      const isLast = !(await queries.hasOtherWayIn(tx, { userId: id, linkId: link_id, servicesOnly }))
      const taken = await queries.deleteLinked(tx, id, link_id)
      if (!taken) throw new ApiError('not_found')
      if (isLast) throw new ApiError('last_way_in')
      await requestFactorMail(tx, ctx, id, { kind: 'service_removed', name: nameOf(ctx.settings, taken.service) })
    })
    return { success: true }
  },
}

async function stepOf({ db, viewer }: BaseCtx, { challenge, email, email_verified }: Pending) {
  if (challenge !== null) return 'second_factor'
  if (viewer) return 'link'
  return email !== null && email_verified && (await queries.hasAccount(db, email)) ? 'sign_in' : 'register'
}

async function freeName({ db, config }: BaseCtx, names: readonly string[]): Promise<string> {
  for (const name of usernamesOf(names))
    if (!isNameOfBot(name, config.botUsername) && !(await isUsernameTaken(db, name))) return name
  return ''
}
