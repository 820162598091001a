import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { SetupForm } from '#shared/api/setup.ts'
import type { BaseCtx } from '#server/context.ts'
import type { Db, Tx } from '#server/db/driver/client.ts'
import { writeAudit } from '../audit/queries.ts'
import { hashPassword } from '../auth/passwords.ts'
import { isUsernameTaken } from '../auth/queries.ts'
import { isNameOfBot } from '../auth/rules.ts'
import { finishLogin, openSession } from '../auth/sessions.ts'
import { changeSettings } from '../settings/change.ts'
import { isSetupCode } from './code.ts'
import { hasAdmin, insertAdmin, lockSetup } from './queries.ts'

/** Only one of several simultaneous calls succeeds. */
export async function completeSetup(ctx: BaseCtx, form: SetupForm) {
  await requireCode(ctx, form.code)
  const { username, email, lang } = { ...form, lang: ctx.lang }
  if (isNameOfBot(username, ctx.config.botUsername)) throw new ApiError('username_taken')
  const password_hash = await hashPassword(form.password)
  const { account, opened } = await (ctx.db as Db).transaction(async (tx) => {
    await lockSetup(tx)
    if (await hasAdmin(tx)) throw new ApiError('not_found')
    const now = ctx.now()
    const account = await insertAdmin(tx, { username, email, password_hash, language: lang, created_at: now })
    if (!account) {
      throw (await isUsernameTaken(tx, username))
        ? new ApiError('username_taken')
        : invalidField('email', 'email_taken')
    }
    await storeSettings(tx, ctx, form, account.id)
    const actor = { staff: { scope: 'account' as const, account }, address: ctx.address, now: ctx.now }
    await writeAudit(tx, actor, { action: 'site.setup', target_type: 'user', target_id: account.id })
    return { account, opened: await openSession(tx, ctx, account.id, false) }
  })
  await Promise.all([ctx.settings.announce(), ctx.setup.look()])
  return finishLogin(ctx, account, opened, false)
}

/** The attempt counts against the rate limit before the comparison, so that simultaneous guesses cannot exceed it. */
async function requireCode(ctx: BaseCtx, typed: string): Promise<void> {
  const { setup, limiter, address } = ctx
  if (!setup.isOpen()) throw new ApiError('not_found')
  await limiter.take('setup_code', { address })
  if (!isSetupCode(typed, setup.code)) throw new ApiError('setup_code')
  await limiter.giveBack('setup_code', { address })
}

async function storeSettings(tx: Tx, ctx: BaseCtx, { site_name, language }: SetupForm, by: number): Promise<void> {
  const wanted = { site_name, default_language: language }
  const values = Object.fromEntries(
    Object.entries(wanted).filter(([key]) => ctx.settings.source(key as keyof typeof wanted) !== 'environment'),
  )
  await changeSettings(tx, ctx, { values, byUserId: by })
}
