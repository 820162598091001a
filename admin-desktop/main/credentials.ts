import * as v from 'valibot'
import { parseJson, queue, readText, writeText } from './files.ts'

/** What is stored of a sign-in: tokens that expire, never a password. */
const Credential = v.object({
  kind: v.picklist(['admin', 'moderator']),
  admin_token: v.nullable(v.string()),
  access_token: v.nullable(v.string()),
  username: v.nullable(v.string()),
  expires_at: v.pipe(v.string(), v.isoTimestamp()),
})
export type Credential = v.InferOutput<typeof Credential>

const StoredCredentials = v.record(v.string(), v.string())

export type Cipher = {
  isSafe: () => Promise<boolean>
  encrypt: (text: string) => Promise<Uint8Array>
  /** `is_stale`: the text should be encrypted again with the current key. */
  decrypt: (bytes: Uint8Array) => Promise<{ text: string; is_stale: boolean }>
}

export type Credentials = Awaited<ReturnType<typeof openCredentials>>

/** Stores credentials in a file of mode 0600 if the cipher is safe, otherwise only in memory. */
export async function openCredentials({ file, cipher, now }: { file: string; cipher: Cipher; now: () => Date }) {
  const isSafe = await cipher.isSafe().catch(() => false)
  const enqueue = queue()
  const byAddress = new Map<string, Credential>()

  async function load(): Promise<void> {
    const kept = v.safeParse(StoredCredentials, parseJson(await readText(file)))
    if (!kept.success) return
    let isStale = false
    for (const [address, sealed] of Object.entries(kept.output)) {
      const opened = await cipher.decrypt(Buffer.from(sealed, 'base64')).catch(() => null)
      const credential = v.safeParse(Credential, parseJson(opened?.text ?? null))
      if (credential.success && isNotExpired(credential.output)) byAddress.set(address, credential.output)
      isStale ||= opened?.is_stale !== false || !byAddress.has(address)
    }
    if (isStale) await save()
  }

  async function save(): Promise<void> {
    if (!isSafe) return
    const entries = await Promise.all(
      [...byAddress].map(async ([address, credential]) => [
        address,
        Buffer.from(await cipher.encrypt(JSON.stringify(credential))).toString('base64'),
      ]),
    )
    await writeText(file, `${JSON.stringify(Object.fromEntries(entries))}\n`)
  }

  const isNotExpired = (credential: Credential) => Date.parse(credential.expires_at) > now().getTime()

  if (isSafe) await load()
  return {
    isKept: isSafe,
    of(address: string): Credential | null {
      const credential = byAddress.get(address)
      return credential && isNotExpired(credential) ? credential : null
    },
    set(address: string, credential: Credential | null): Promise<void> {
      if (credential) byAddress.set(address, credential)
      else byAddress.delete(address)
      return enqueue(save)
    },
  }
}

export function credentialHeaders(
  credential: Pick<Credential, 'admin_token' | 'access_token'> | null,
): Record<string, string> {
  return {
    ...(credential?.admin_token && { 'x-admin-password': credential.admin_token }),
    ...(credential?.access_token && { authorization: `Bearer ${credential.access_token}` }),
  }
}
