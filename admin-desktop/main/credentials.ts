import * as v from 'valibot'
import { parseJson, queue, readText, writeText } from './files.ts'

/** What the server gave for a password: tokens that expire, never the password itself. */
const Credential = v.object({
  kind: v.picklist(['admin', 'moderator']),
  admin_token: v.nullable(v.string()),
  access_token: v.nullable(v.string()),
  username: v.nullable(v.string()),
  expires_at: v.pipe(v.string(), v.isoTimestamp()),
})
export type Credential = v.InferOutput<typeof Credential>

const Kept = v.record(v.string(), v.string())

/** The system's own keeper of secrets. */
export type Cipher = {
  /** Whether what it encrypts is safe from other programs and people. */
  isSafe: () => Promise<boolean>
  encrypt: (text: string) => Promise<Uint8Array>
  /** `is_stale` asks for encrypting it anew. */
  decrypt: (bytes: Uint8Array) => Promise<{ text: string, is_stale: boolean }>
}

export type Credentials = Awaited<ReturnType<typeof openCredentials>>

/**
 * The sign-in of each server. Where the cipher is safe they are kept encrypted in a file of mode 0600, elsewhere in memory
 * alone. What has expired or cannot be read is dropped.
 */
export async function openCredentials({ file, cipher, now }: { file: string, cipher: Cipher, now: () => Date }) {
  const isSafe = await cipher.isSafe().catch(() => false)
  const inTurn = queue()
  const held = new Map<string, Credential>()

  async function load(): Promise<void> {
    const kept = v.safeParse(Kept, parseJson(await readText(file)))
    if (!kept.success) return
    let isStale = false
    for (const [address, sealed] of Object.entries(kept.output)) {
      const opened = await cipher.decrypt(Buffer.from(sealed, 'base64')).catch(() => null)
      const credential = v.safeParse(Credential, parseJson(opened?.text ?? null))
      if (credential.success && isAlive(credential.output)) held.set(address, credential.output)
      isStale ||= opened?.is_stale !== false || !held.has(address)
    }
    if (isStale) await save()
  }

  async function save(): Promise<void> {
    if (!isSafe) return
    const entries = await Promise.all(
      [...held].map(async ([address, credential]) => [address, Buffer.from(await cipher.encrypt(JSON.stringify(credential))).toString('base64')]),
    )
    await writeText(file, `${JSON.stringify(Object.fromEntries(entries))}\n`)
  }

  const isAlive = (credential: Credential) => Date.parse(credential.expires_at) > now().getTime()

  if (isSafe) await load()
  return {
    isKept: isSafe,
    /** The living credential of a server. */
    of(address: string): Credential | null {
      const credential = held.get(address)
      return credential && isAlive(credential) ? credential : null
    },
    /** Keeps a credential, or forgets it with null. */
    set(address: string, credential: Credential | null): Promise<void> {
      if (credential) held.set(address, credential)
      else held.delete(address)
      return inTurn(save)
    },
  }
}

/** The headers that a credential is sent in. */
export function credentialHeaders(credential: Pick<Credential, 'admin_token' | 'access_token'> | null): Record<string, string> {
  return {
    ...(credential?.admin_token && { 'x-admin-password': credential.admin_token }),
    ...(credential?.access_token && { authorization: `Bearer ${credential.access_token}` }),
  }
}
