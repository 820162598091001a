import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { LIMITS } from '#shared/limits.ts'

/** The alphabet leaves out i, l, o and u, which are easily misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUPS = 3
const GROUP_LENGTH = 4
const HASH_BYTES = 32

type RecoveryCodes = { codes: string[]; salt: string; hashes: string[] }

/** The codes have 60 random bits and a slow hash, so that not even a reader of the database can guess them. */
export async function newRecoveryCodes(): Promise<RecoveryCodes> {
  const codes = Array.from({ length: LIMITS.recoveryCodes }, newCode)
  const salt = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
  return { codes, salt, hashes: await Promise.all(codes.map((code) => hashRecoveryCode(code, salt))) }
}

function newCode(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH))].map(
    (byte) => ALPHABET[byte % ALPHABET.length],
  )
  return Array.from({ length: GROUPS }, (_, at) =>
    letters.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}

function normalizeRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
}

export function mayBeRecoveryCode(typed: string): boolean {
  const code = normalizeRecoveryCode(typed)
  return code.length === GROUPS * GROUP_LENGTH && [...code].every((letter) => ALPHABET.includes(letter))
}

const derive = promisify<string, string, number, Buffer>(scrypt)

export async function hashRecoveryCode(code: string, salt: string): Promise<string> {
  return (await derive(normalizeRecoveryCode(code), salt, HASH_BYTES)).toString('base64url')
}
