import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constantTimeEqual } from '../auth/tokens.ts'

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUPS = 3
const GROUP_LENGTH = 4

/** Derives the code from the session secret, so that all processes and servers of a forum have the same code. */
export function setupCodeOf(sessionSecret: string): string {
  const bytes = new Bun.CryptoHasher('sha256', sessionSecret).update('watek set-up code').digest()
  const letters = [...bytes.subarray(0, GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return Array.from({ length: GROUPS }, (_, at) =>
    letters.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}

const plain = (code: string) => code.toUpperCase().replaceAll(/[^A-Z\d]/g, '')

export const isSetupCode = (typed: string, code: string): boolean => constantTimeEqual(plain(typed), plain(code))

const fileOf = (dataDir: string) => join(dataDir, 'setup-code')

export async function writeSetupCode(dataDir: string, code: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${fileOf(dataDir)}.${crypto.randomUUID()}`
  await writeFile(draft, `${code}\n`, { mode: 0o600 })
  await rename(draft, fileOf(dataDir))
}

export const removeSetupCode = (dataDir: string): Promise<void> => rm(fileOf(dataDir), { force: true })
