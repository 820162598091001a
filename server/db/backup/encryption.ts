import { open } from 'node:fs/promises'
import { ReadableStream } from 'node:stream/web'
import { BackupError } from './archive.ts'

/* The format of age (age-encryption.org) detects a changed or truncated file while it is read. */

const MAGIC = 'age-encryption.org/v1\n'

export const IDENTITY_PREFIX = 'AGE-SECRET-KEY-'

/** The age library expects the browser's `ReadableStream` type. */
const streamFrom = (source: AsyncIterable<Uint8Array>) =>
  ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>

export async function* encrypted(source: AsyncIterable<Uint8Array>, recipient: string): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  yield* await encrypter.encrypt(streamFrom(source))
}

const DAMAGED = 'The file is damaged or cut off: it cannot be decrypted. Use another backup.'

/** @throws BackupError */
export async function* decrypted(
  source: AsyncIterable<Uint8Array>,
  identity: string | null,
): AsyncGenerator<Uint8Array> {
  if (identity === null)
    throw new BackupError('The file is encrypted: name its secret key, or the file that holds it, in BACKUP_IDENTITY.')
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  let plain: globalThis.ReadableStream<Uint8Array>
  try {
    plain = await decrypter.decrypt(streamFrom(source))
  } catch (error) {
    const isOther = error instanceof Error && error.message.startsWith('no identity matched')
    throw new BackupError(isOther ? 'The file is encrypted for another key than that of BACKUP_IDENTITY.' : DAMAGED, {
      cause: error,
    })
  }
  try {
    yield* plain
  } catch (error) {
    throw new BackupError(DAMAGED, { cause: error })
  }
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    return bytesRead === MAGIC.length && buffer.toString('latin1') === MAGIC
  } finally {
    await handle.close()
  }
}

/** The age library checks a recipient (public key), because a pattern would also accept typing errors. */
export async function isRecipient(text: string): Promise<boolean> {
  const { Encrypter } = await import('age-encryption')
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

export async function createKeyPair(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Returns the first secret key of a key file in the format of age-keygen; null if there is none. */
export const identityIn = (text: string): string | null =>
  text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line.startsWith(IDENTITY_PREFIX)) ?? null

/** `setting` is the age secret key or the path of its file; null if it is missing or cannot be read. */
export async function readIdentity(setting: string | null): Promise<string | null> {
  if (setting === null) return null
  if (setting.startsWith(IDENTITY_PREFIX)) return setting
  const text = await Bun.file(setting)
    .text()
    .catch(() => null)
  return text === null ? null : identityIn(text)
}
