import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { factors } from '#shared/api/factors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import { LIFETIME, LIMITS } from '#shared/limits.ts'
import type { BaseCtx, CtxByAccess, UserCtx } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { requestFactorMail } from '../account/mails.ts'
import { requireFreshSession, requireOwnPassword } from '../auth/own-password.ts'
import { lockById } from '../auth/queries.ts'
import { finishLogin, signIn } from '../auth/sessions.ts'
import { hashToken, randomToken } from '../auth/tokens.ts'
import { refuseWhereServicesOnly } from '../sign-in-services/rules.ts'
import { countCodeGuess, findRightCode, useCode } from './codes.ts'
import * as passkeys from './passkeys.ts'
import * as queries from './queries.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { relyingPartyOf } from './relying-party.ts'
import { decryptFor, encryptFor } from './secrets.ts'
import { newSecret, setupOf, timeStepOf } from './totp.ts'

export const factorsHandlers: HandlersOf<typeof factors, CtxByAccess> = {
  async startTotp(ctx, { password }) {
    await requireOwnPassword(ctx, password)
    const secret = newSecret()
    const encrypted = await encryptFor(ctx.viewer.id, secret, ctx.config)
    await asOwner(ctx, async (tx) => {
      if (!(await queries.startTotp(tx, ctx.viewer.id, encrypted, ctx.now()))) throw new ApiError('totp_enabled')
    })
    return setupOf(secret, { siteName: ctx.settings.value('site_name'), username: ctx.viewer.username })
  },

  async confirmTotp(ctx, { code }) {
    const { id } = ctx.viewer
    const started = await queries.findStartedTotp(ctx.db, id, before(ctx, LIFETIME.totpSetup))
    if (!started) throw new ApiError((await queries.isTotpEnabled(ctx.db, id)) ? 'totp_enabled' : 'totp_not_started')
    await countCodeGuess(ctx, id, 'set-up')
    const secret = await decryptFor(id, started.encrypted_secret, ctx.config)
    const timeStep = secret && timeStepOf(secret.text, code.replace(/\s/g, ''), ctx.now())
    if (timeStep === null) throw invalidField('code', 'code')
    const fresh = await newRecoveryCodes()
    await asOwner(ctx, async (tx) => {
      if (!(await queries.confirmTotp(tx, id, started.encrypted_secret, timeStep, ctx.now())))
        throw new ApiError('totp_not_started')
      await queries.replaceRecoveryCodes(tx, id, fresh)
      await requestFactorMail(tx, ctx, id, { kind: 'totp_on' })
    })
    return { recovery_codes: fresh.codes }
  },

  async removeTotp(ctx, input) {
    await withPasswordAndCode(ctx, input, async (tx) => {
      await queries.deleteTotp(tx, ctx.viewer.id)
      await requestFactorMail(tx, ctx, ctx.viewer.id, { kind: 'totp_off' })
    })
    return { success: true }
  },

  async renewRecoveryCodes(ctx, input) {
    const fresh = await newRecoveryCodes()
    await withPasswordAndCode(ctx, input, async (tx) => {
      await queries.replaceRecoveryCodes(tx, ctx.viewer.id, fresh)
      await requestFactorMail(tx, ctx, ctx.viewer.id, { kind: 'new_recovery_codes' })
    })
    return { recovery_codes: fresh.codes }
  },

  async passkeyOptions(ctx, { password }) {
    await requireFreshSession(ctx, password)
    const { id, username } = ctx.viewer
    const known = await queries.listPasskeys(ctx.db, id)
    if (known.length >= LIMITS.passkeys) throw new ApiError('too_many_passkeys')
    const party = relyingPartyOf(ctx.variant, ctx.config)
    const userHandle = known[0]?.user_handle ?? randomToken()
    const challenge = await asOwner(ctx, (tx) => newPasskeyChallenge(tx, ctx, { user_id: id, user_handle: userHandle }))
    return (await passkeys.creationOptions({
      party,
      siteName: ctx.settings.value('site_name'),
      username,
      userHandle,
      challenge,
      known: known.filter(({ rp_id }) => rp_id === party.id),
    })) as never
  },

  async addPasskey(ctx, { name, response }) {
    const { id } = ctx.viewer
    const party = relyingPartyOf(ctx.variant, ctx.config)
    const challenge = passkeys.challengeOf(response.response.clientDataJSON)
    const taken = challenge && (await queries.takePasskeyChallenge(ctx.db, challenge, id, ctx.now()))
    const made = taken ? await passkeys.verifyAttestation(response, { party, challenge: taken.challenge }) : null
    if (!taken || !made) throw invalidField('response', 'passkey')
    return asOwner(ctx, async (tx) => {
      if ((await queries.listPasskeys(tx, id)).length >= LIMITS.passkeys) throw new ApiError('too_many_passkeys')
      const added = await queries.insertPasskey(tx, {
        ...made,
        user_id: id,
        name,
        transports: response.response.transports,
        rp_id: party.id,
        user_handle: taken.user_handle!,
        created_at: ctx.now(),
      })
      if (!added) throw invalidField('response', 'passkey')
      await requestFactorMail(tx, ctx, id, { kind: 'passkey_added', name })
      return added
    })
  },

  async removePasskey(ctx, { passkey_id, password }) {
    await requireFreshSession(ctx, password)
    await asOwner(ctx, async (tx) => {
      const name = await queries.deletePasskey(tx, ctx.viewer.id, passkey_id)
      if (name === null) throw new ApiError('not_found')
      await requestFactorMail(tx, ctx, ctx.viewer.id, { kind: 'passkey_removed', name })
    })
    return { success: true }
  },

  async secondFactor(ctx, { challenge, code }) {
    const hash = hashToken(challenge)
    const pending = await queries.findLoginChallenge(ctx.db, hash, ctx.now())
    if (!pending) throw new ApiError('challenge_expired')
    await countCodeGuess(ctx, pending.user_id)
    const right = await findRightCode(ctx, pending.user_id, code)
    const outcome = await ctx.db.transaction(async (tx) => {
      // The account is locked first, as in every call that ends a login challenge, so that such calls cannot deadlock.
      const account = await lockById(tx, pending.user_id)
      // An attempt is counted while the account is locked, so that parallel requests get no additional attempts.
      const taken = account && (await queries.takeTry(tx, hash, ctx.now()))
      if (!account || !taken) return 'challenge_expired'
      if (!right || !(await useCode(tx, account.id, right))) {
        if (taken.tries_left === 0) await warnOfGuesses(tx, ctx, account.id)
        return 'bad_code'
      }
      await queries.deleteLoginChallenge(tx, hash)
      if (right.kind === 'recovery') {
        await requestFactorMail(tx, ctx, account.id, {
          kind: 'recovery_code_used',
          left: await queries.countRecoveryCodes(tx, account.id),
        })
      }
      return { account, remember: taken.remember_me, opened: await signIn(tx, ctx, account.id, taken.remember_me) }
    })
    if (typeof outcome === 'string') throw new ApiError(outcome)
    return finishLogin(ctx, outcome.account, outcome.opened, outcome.remember)
  },

  async passkeyLoginOptions(ctx) {
    refuseWhereServicesOnly(ctx.settings)
    const challenge = await newPasskeyChallenge(ctx.db, ctx)
    return (await passkeys.requestOptions(relyingPartyOf(ctx.variant, ctx.config), challenge)) as never
  },

  async passkeyLogin(ctx, { response, remember_me }) {
    refuseWhereServicesOnly(ctx.settings)
    const party = relyingPartyOf(ctx.variant, ctx.config)
    const challenge = passkeys.challengeOf(response.response.clientDataJSON)
    const taken = challenge && (await queries.takePasskeyChallenge(ctx.db, challenge, null, ctx.now()))
    const found = taken ? await queries.findPasskey(ctx.db, response.id) : null
    if (!taken || !found || found.rp_id !== party.id || found.user_handle !== response.response.userHandle)
      throw new ApiError('bad_passkey')
    const counter = await passkeys.verifyAssertion(response, found, { party, challenge: taken.challenge })
    if (counter === null) throw new ApiError('bad_passkey')
    const outcome = await ctx.db.transaction(async (tx) => {
      const account = await lockById(tx, found.user_id)
      if (!account || !(await queries.usePasskey(tx, found, counter, ctx.now()))) return null
      return { account, opened: await signIn(tx, ctx, account.id, remember_me) }
    })
    if (!outcome) throw new ApiError('bad_passkey')
    return finishLogin(ctx, outcome.account, outcome.opened, remember_me)
  },
}

const before = (ctx: BaseCtx, milliseconds: number) => new Date(ctx.now().getTime() - milliseconds)
const after = (ctx: BaseCtx, milliseconds: number) => new Date(ctx.now().getTime() + milliseconds)

/** Locks the caller's account, so that nothing is written for an account that is deleted meanwhile. */
function asOwner<T>(ctx: UserCtx, run: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    if (!(await lockById(tx, ctx.viewer.id))) throw new ApiError('not_signed_in')
    return run(tx)
  })
}

/** Throws `bad_credentials` for a wrong password, `invalid` for a wrong code, `not_found` if two-step login is off. */
async function withPasswordAndCode(
  ctx: UserCtx,
  { password, code }: { password: string; code: string },
  run: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { id } = ctx.viewer
  await requireOwnPassword(ctx, password)
  if (!(await queries.isTotpEnabled(ctx.db, id))) throw new ApiError('not_found')
  await countCodeGuess(ctx, id)
  const right = await findRightCode(ctx, id, code)
  await asOwner(ctx, async (tx) => {
    if (!right || !(await useCode(tx, id, right))) throw invalidField('code', 'code')
    await run(tx)
  })
}

type ForOwner = { user_id: number; user_handle: string }

async function newPasskeyChallenge(tx: DbOrTx, ctx: BaseCtx, owner?: ForOwner): Promise<string> {
  const challenge = randomToken()
  await queries.insertPasskeyChallenge(tx, { ...owner, challenge, expires_at: after(ctx, LIFETIME.passkeyChallenge) })
  return challenge
}

async function warnOfGuesses(tx: DbOrTx, ctx: BaseCtx, userId: number): Promise<void> {
  if ((await ctx.limiter.tryTake('code_guess_mail', { account: userId })) > 0) return
  await requestFactorMail(tx, ctx, userId, { kind: 'code_guesses' })
}
