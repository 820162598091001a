import webPush from 'web-push'
import type { Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { openSealed, sealText, type Secrets } from '#server/lib/sealed-text.ts'
import { findKey, insertKey, reencryptKey, replaceKey } from './queries.ts'

export type PushKeys = { publicKey: string; privateKey: string }

const USE = 'push key'

/** A key pair is generated at the first start, and again if no session secret decrypts the stored one. */
export async function pushKeys({
  db,
  config,
  log,
}: Pick<Services, 'config' | 'log'> & { db: DbOrTx }): Promise<PushKeys> {
  const stored = (await findKey(db)) ?? (await makeKey(db, config))
  const opened = await openSealed(stored.private_key, { use: USE, boundTo: stored.public_key }, config)
  if (!opened) {
    log.warn('No session secret opens the key for push messages: a new one is made, and every device subscribes again')
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    const key = await sealed(publicKey, privateKey, config)
    await db.transaction((tx) => replaceKey(tx, key))
    return { publicKey, privateKey }
  }
  if (opened.isOld) await reencryptKey(db, await sealed(stored.public_key, opened.text, config))
  return { publicKey: stored.public_key, privateKey: opened.text }
}

async function makeKey(db: DbOrTx, secrets: Secrets) {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await insertKey(db, await sealed(publicKey, privateKey, secrets))
  return (await findKey(db))!
}

const sealed = async (public_key: string, privateKey: string, secrets: Secrets) => ({
  public_key,
  private_key: await sealText(privateKey, { use: USE, boundTo: public_key }, secrets),
})
