import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { openSealed, sealText, type Secrets } from '#server/lib/sealed-text.ts'
import { findKey, insertKey, replaceKey } from './queries.ts'

/** The signature algorithm that every OpenID Connect client supports. */
export const ALGORITHM = 'RS256'

const USE = 'oauth key'

type SigningKey = { kid: string; key: CryptoKey }

type Stored = { kid: string; public_key: string; private_key: string }

const signingKeys = new WeakMap<DbOrTx, Promise<SigningKey>>()

/** A new key is generated at the first start, and if no session secret decrypts the stored one. */
export function signingKey(services: Pick<Services, 'db' | 'config' | 'log'>): Promise<SigningKey> {
  const known = signingKeys.get(services.db)
  if (known) return known
  const loading = loadKey(services)
  signingKeys.set(services.db, loading)
  loading.catch(() => signingKeys.delete(services.db))
  return loading
}

async function loadKey({ db, config, log }: Pick<Services, 'db' | 'config' | 'log'>): Promise<SigningKey> {
  const stored = (await findKey(db)) ?? (await makeKey(db, config))
  const opened = await openSealed(stored.private_key, { use: USE, boundTo: stored.kid }, config)
  if (opened?.isOld) await replaceKey(db, stored.kid, await sealed(JSON.parse(opened.text) as JWK, stored, config))
  if (opened) {
    await rememberKey(db, stored)
    return { kid: stored.kid, key: (await importJWK(JSON.parse(opened.text) as JWK, ALGORITHM)) as CryptoKey }
  }
  log.warn('No session secret opens the key that signs tokens of applications: a new one is made')
  await replaceKey(db, stored.kid, await newKey(config))
  return loadKey({ db, config, log })
}

async function makeKey(db: DbOrTx, secrets: Secrets): Promise<Stored> {
  await insertKey(db, await newKey(secrets))
  return (await findKey(db))!
}

async function newKey(secrets: Secrets): Promise<Stored> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const public_key = JSON.stringify({ ...jwk, kid, alg: ALGORITHM, use: 'sig' })
  return sealed(await exportJWK(privateKey), { kid, public_key }, secrets)
}

const sealed = async (jwk: JWK, { kid, public_key }: Pick<Stored, 'kid' | 'public_key'>, secrets: Secrets) => ({
  kid,
  public_key,
  private_key: await sealText(JSON.stringify(jwk), { use: USE, boundTo: kid }, secrets),
})

export async function publicKeys(services: Pick<Services, 'db' | 'config' | 'log'>): Promise<{ keys: JWK[] }> {
  await signingKey(services)
  const stored = await findKey(services.db)
  return { keys: stored ? [JSON.parse(stored.public_key) as JWK] : [] }
}

/** Caches public keys by database and key id. */
const verifying = new WeakMap<DbOrTx, Map<string, CryptoKey>>()

const knownKeys = (db: DbOrTx) => verifying.get(db) ?? newKeys(db)

function newKeys(db: DbOrTx): Map<string, CryptoKey> {
  const keys = new Map<string, CryptoKey>()
  verifying.set(db, keys)
  return keys
}

async function rememberKey(db: DbOrTx, { kid, public_key }: Pick<Stored, 'kid' | 'public_key'>): Promise<void> {
  knownKeys(db).set(kid, (await importJWK(JSON.parse(public_key) as JWK, ALGORITHM)) as CryptoKey)
}

const UNKNOWN_KEY_MS = 5_000
const lookedAt = new WeakMap<DbOrTx, number>()

/** Looks up unknown key ids at most every five seconds, so that forged tokens cause no load. */
export async function verifyingKey(db: DbOrTx, kid: string): Promise<CryptoKey | null> {
  const known = knownKeys(db).get(kid)
  if (known || performance.now() - (lookedAt.get(db) ?? -UNKNOWN_KEY_MS) < UNKNOWN_KEY_MS) return known ?? null
  lookedAt.set(db, performance.now())
  const stored = await findKey(db)
  if (stored) await rememberKey(db, stored)
  return knownKeys(db).get(kid) ?? null
}
