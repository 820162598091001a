import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { takeInvite } from '../invites/queries.ts'
import { plainCode } from '../invites/rules.ts'
import { currentVersions } from '../texts/rules.ts'
import { checkSolution } from './challenge.ts'
import { requestRegistrationMail } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { insertRegistration, isUsernameTaken } from './queries.ts'
import { approvalQuestion, isNameOfBot, requireMailDomain } from './rules.ts'

type Registration = {
  username: string
  email: string
  password: string
  altcha?: string | null | undefined
  invite?: string | null | undefined
  approval_answer: string
}

/**
 * Whether the address has an account is looked up by the mail job only, so that answer and duration are the same for
 * every address.
 */
export async function register(
  ctx: BaseCtx,
  { username, email, password, altcha, invite, approval_answer }: Registration,
) {
  const { settings, lang } = ctx
  const mode = settings.value('registration')
  const code = plainCode(invite ?? '')
  if (mode === 'closed') throw new ApiError('registration_closed')
  if (mode === 'invite' && code === '') throw new ApiError('invite_required')
  requireMailDomain(settings, email)
  const question = mode === 'approval' ? approvalQuestion(settings, lang) : ''
  if (question !== '' && approval_answer === '') throw invalidField('approval_answer', 'required')
  const asksProof = ctx.config.registrationChallenge
  // A browser without scripts cannot work for the proof, so a person looks at its registration.
  const isUnproven = asksProof && ctx.by_form === true && !altcha
  const spend = asksProof && !isUnproven ? await checkSolution(ctx, altcha) : null
  if (isNameOfBot(username, ctx.config.botUsername)) throw new ApiError('username_taken')
  const password_hash = await hashPassword(password)
  if (await isUsernameTaken(ctx.db, username)) throw new ApiError('username_taken')
  const accepted = currentVersions(settings)
  await ctx.db.transaction(async (tx) => {
    await spend?.(tx)
    const invite_id = code === '' ? null : await takeInvite(tx, code, email, ctx.now())
    // Where everybody may register, a spent invite keeps nobody out.
    if (mode === 'invite' && invite_id === null) throw new ApiError('invite_invalid')
    const id = await insertRegistration(tx, {
      username,
      email,
      password_hash,
      language: lang,
      invite_id,
      needs_approval: mode === 'approval' || isUnproven,
      question: question || null,
      answer: question === '' ? null : approval_answer,
      terms_version: accepted.terms,
      privacy_policy_version: accepted.privacy_policy,
      created_at: ctx.now(),
    })
    await requestRegistrationMail(tx, ctx, id)
  })
  return { email, username }
}
