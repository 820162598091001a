import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { invalidField } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { spendChallenge } from './queries.ts'

/** PBKDF2 iterations per attempt; a browser needs some 300 attempts (`COUNTER`), less than a second in total. */
const COST = 5_000
const COUNTER = { min: 200, max: 400 }

const solved = v.object({
  challenge: v.object({
    parameters: v.looseObject({
      algorithm: v.string(),
      nonce: v.string(),
      salt: v.string(),
      cost: v.number(),
      keyLength: v.number(),
      keyPrefix: v.string(),
      expiresAt: v.number(),
    }),
    signature: v.string(),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})

function secretsOf({ sessionSecret }: BaseCtx['config']) {
  const secret = (purpose: string) => new Bun.CryptoHasher('sha256', sessionSecret).update(purpose).digest('hex')
  return { hmacSignatureSecret: secret('registration challenge'), hmacKeySignatureSecret: secret('registration key') }
}

export async function makeChallenge({ config, now }: BaseCtx) {
  const expiresAt = new Date(now().getTime() + LIFETIME.registrationChallenge)
  const counter = randomInt(COUNTER.max, COUNTER.min)
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter,
    deriveKey,
    expiresAt,
    ...secretsOf(config),
  })
  return { parameters, signature: signature! }
}

const refusal = () => invalidField('altcha', 'challenge')

/** Verifies a proof of work; the returned function marks it as used. Both throw `invalid`. */
export async function checkSolution(
  { config }: BaseCtx,
  payload: string | null | undefined,
): Promise<(tx: DbOrTx) => Promise<void>> {
  const { success, output } = v.safeParse(solved, parse(payload ?? ''))
  if (!success || !(await verifySolution({ ...output, deriveKey, ...secretsOf(config) })).verified) throw refusal()
  const { nonce, expiresAt } = output.challenge.parameters
  return async (tx) => {
    if (!(await spendChallenge(tx, nonce, new Date(expiresAt * 1_000)))) throw refusal()
  }
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64').toString())
  } catch {
    return null
  }
}
