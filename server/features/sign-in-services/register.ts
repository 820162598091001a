import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { isUniqueViolation } from '#server/db/driver/client.ts'
import { openAdmission, requireFreeName, takeAdmission } from '../auth/admission.ts'
import { requestRegistrationMail } from '../auth/mails.ts'
import { makeAccount } from '../auth/make-account.ts'
import { insertRegistration, lockRegistration } from '../auth/queries.ts'
import { finishLogin, openSession } from '../auth/sessions.ts'
import { letWait } from '../auth/verify-email.ts'
import { readPending, setPending, type Pending } from './cookies.ts'
import { followGroups } from './groups.ts'
import { findLinked, hasAccount, insertLinked } from './queries.ts'

type Wanted = {
  username: string
  email?: string | null | undefined
  invite?: string | null | undefined
  approval_answer: string
}

/** An e-mail address that the service has not verified is verified by mail before the account is created. */
export async function registerByService(ctx: BaseCtx, wanted: Wanted) {
  const pending = await readPending(ctx)
  if (!pending || pending.challenge !== null) throw new ApiError('sign_in_expired')
  const isVerified = pending.email !== null && pending.email_verified
  const email = isVerified ? pending.email! : wanted.email
  if (!email) throw invalidField('email', 'required')
  // Only the person to whom the address belongs may learn that an account uses it.
  if (isVerified && (await hasAccount(ctx.db, email))) throw new ApiError('address_has_account')
  const admission = openAdmission(ctx, { ...wanted, email })
  await requireFreeName(ctx, wanted.username)
  const outcome = await ctx.db
    .transaction(async (tx) => {
      if (await findLinked(tx, pending)) throw new ApiError('sign_in_expired')
      const id = await insertRegistration(tx, {
        ...(await takeAdmission(tx, ctx, admission, email)),
        username: wanted.username,
        email,
        password_hash: null,
      })
      await insertLinked(tx, { registration_id: id, ...identityColumns(pending), created_at: ctx.now() })
      if (!isVerified) {
        await requestRegistrationMail(tx, ctx, id)
        return 'verification_sent' as const
      }
      const registration = (await lockRegistration(tx, id))!
      if (registration.needs_approval) {
        await letWait(tx, ctx, registration)
        return 'awaiting_approval' as const
      }
      const account = await makeAccount(tx, registration, {
        now: ctx.now(),
        home_feed: ctx.settings.value('default_feed'),
      })
      if (!account) throw new ApiError('username_taken')
      return { account, opened: await openSession(tx, ctx, account.id, false) }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'registration_waiting_username') ? new ApiError('username_taken') : error
    })
  await setPending(ctx, null)
  const answer = { username: wanted.username, email }
  if (typeof outcome === 'string') return { ...answer, status: outcome, session: null }
  await followGroups(ctx, outcome.account.id, pending.communities)
  const session = await finishLogin(ctx, outcome.account, outcome.opened, false)
  return { ...answer, status: 'signed_in' as const, session }
}

const identityColumns = ({ service, issuer, subject, email }: Pending) => ({ service, issuer, subject, email })
