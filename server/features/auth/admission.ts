import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { takeInvite } from '../invites/queries.ts'
import { plainCode } from '../invites/rules.ts'
import { currentVersions } from '../texts/rules.ts'
import { isUsernameTaken } from './queries.ts'
import { approvalQuestion, isNameOfBot, requireMailDomain } from './rules.ts'

type Given = { email: string; invite?: string | null | undefined; approval_answer: string }

type Admission = { mode: ReturnType<typeof modeOf>; code: string; question: string; answer: string }

const modeOf = ({ settings }: Pick<BaseCtx, 'settings'>) => settings.value('registration')

/** Throws `registration_closed`, `invite_required`, `invalid`. */
export function openAdmission(ctx: BaseCtx, { email, invite, approval_answer: answer }: Given): Admission {
  const mode = modeOf(ctx)
  const code = plainCode(invite ?? '')
  if (mode === 'closed') throw new ApiError('registration_closed')
  if (mode === 'invite' && code === '') throw new ApiError('invite_required')
  requireMailDomain(ctx.settings, email)
  const question = mode === 'approval' ? approvalQuestion(ctx.settings, ctx.lang) : ''
  if (question !== '' && answer === '') throw invalidField('approval_answer', 'required')
  return { mode, code, question, answer }
}

/** Throws `username_taken`. */
export async function requireFreeName({ config, db }: BaseCtx, username: string): Promise<void> {
  if (isNameOfBot(username, config.botUsername) || (await isUsernameTaken(db, username)))
    throw new ApiError('username_taken')
}

/** Uses up the invite and returns columns for the registration. Throws `invite_invalid`. */
export async function takeAdmission(
  tx: DbOrTx,
  { settings, lang, now }: BaseCtx,
  { mode, code, question, answer }: Admission,
  email: string,
) {
  const invite_id = code === '' ? null : await takeInvite(tx, code, email, now())
  // An invite that cannot be used is ignored, unless nobody can register without an invite.
  if (mode === 'invite' && invite_id === null) throw new ApiError('invite_invalid')
  const accepted = currentVersions(settings)
  return {
    language: lang,
    invite_id,
    needs_approval: mode === 'approval',
    question: question || null,
    answer: question === '' ? null : answer,
    terms_version: accepted.terms,
    privacy_policy_version: accepted.privacy_policy,
    created_at: now(),
  }
}
