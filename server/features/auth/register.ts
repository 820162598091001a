import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { refuseWhereServicesOnly } from '../sign-in-services/rules.ts'
import { openAdmission, requireFreeName, takeAdmission } from './admission.ts'
import { checkSolution } from './challenge.ts'
import { requestRegistrationMail } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { insertRegistration } from './queries.ts'
import { isNameOfBot } from './rules.ts'

type Registration = {
  username: string
  email: string
  password: string
  altcha?: string | null | undefined
  invite?: string | null | undefined
  approval_answer: string
}

/** The mail job checks whether the e-mail address has an account, so that the response does not reveal it. */
export async function register(ctx: BaseCtx, { password, altcha, ...wanted }: Registration) {
  const { username, email } = wanted
  refuseWhereServicesOnly(ctx.settings)
  const admission = openAdmission(ctx, wanted)
  const asksProof = ctx.config.registrationChallenge
  // A browser without JavaScript cannot compute the proof of work, so an admin reviews its registration.
  const isUnproven = asksProof && ctx.by_form === true && !altcha
  const spend = asksProof && !isUnproven ? await checkSolution(ctx, altcha) : null
  if (isNameOfBot(username, ctx.config.botUsername)) throw new ApiError('username_taken')
  const password_hash = await hashPassword(password)
  await requireFreeName(ctx, username)
  await ctx.db.transaction(async (tx) => {
    await spend?.(tx)
    const admitted = await takeAdmission(tx, ctx, admission, email)
    const needs_approval = admitted.needs_approval || isUnproven
    const id = await insertRegistration(tx, { ...admitted, username, email, password_hash, needs_approval })
    await requestRegistrationMail(tx, ctx, id)
  })
  return { email, username }
}
