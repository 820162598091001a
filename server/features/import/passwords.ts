import { createHash, pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const ITOA64 = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 2^20 rounds of MD5 take some 300 ms; no forum software used more rounds. */
const MAX_ROUNDS_LOG2 = 20
const MAX_ITERATIONS = 1_000_000
const BCRYPT_BYTES = 72

const md5 = (value: string | Buffer) => createHash('md5').update(value).digest('hex')

function isSame(made: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(made.toLowerCase()), Buffer.from(wanted.toLowerCase())]
  return a.length === b.length && timingSafeEqual(a, b)
}

function encode64(input: Buffer): string {
  let output = ''
  for (let at = 0; at < input.length; at += 3) {
    const value = input[at]! | ((input[at + 1] ?? 0) << 8) | ((input[at + 2] ?? 0) << 16)
    const length = Math.min(3, input.length - at) + 1
    for (let digit = 0; digit < length; digit += 1) output += ITOA64[(value >> (6 * digit)) & 63]
  }
  return output
}

/** Checks a portable phpass hash: `$H$` or `$P$`, one character for the number of rounds, eight for the salt. */
function isPhpass(password: Buffer, hash: string): boolean {
  const rounds = ITOA64.indexOf(hash[3] ?? '')
  if (hash.length !== 34 || rounds < 7 || rounds > MAX_ROUNDS_LOG2) return false
  const salt = Buffer.from(hash.slice(4, 12), 'latin1')
  let digest = createHash('md5').update(salt).update(password).digest()
  for (let left = 2 ** rounds; left > 0; left -= 1) digest = createHash('md5').update(digest).update(password).digest()
  return timingSafeEqual(Buffer.from(encode64(digest)), Buffer.from(hash.slice(12).padEnd(22).slice(0, 22), 'latin1'))
}

/** Truncates passwords to the 72 bytes that bcrypt uses, as PHP does; Bun would hash longer ones with SHA-512 first. */
const cutForBcrypt = (password: string | Buffer) => Buffer.from(password).subarray(0, BCRYPT_BYTES)

const isBcrypt = (password: string | Buffer, hash: string) =>
  Bun.password.verify(cutForBcrypt(password), hash.replace(/^\$2[axy]\$/, '$2b$')).catch(() => false)

const derive = promisify(pbkdf2)

async function isPbkdf2(password: string, [iterations, salt, hash]: string[]): Promise<boolean> {
  const rounds = Number(iterations)
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > MAX_ITERATIONS || !salt || !hash) return false
  return isSame((await derive(password, salt, rounds, hash.length / 2, 'sha256')).toString('hex'), hash)
}

/** Returns null if the password has characters outside of ISO-8859-2. */
function iso88592(password: string): Buffer | null {
  const bytes = [...password].map((letter) => LATIN2.get(letter))
  return bytes.some((byte) => byte === undefined) ? null : Buffer.from(bytes as number[])
}

const LATIN2 = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('iso-8859-2').decode(Uint8Array.of(byte)), byte] as const),
)

type Check = (password: string, rest: string) => boolean | Promise<boolean>

const inEitherEncoding = (digest: (value: Buffer) => string) => (password: string, hash: string) =>
  [Buffer.from(password), iso88592(password)].some((bytes) => bytes !== null && isSame(digest(bytes), hash))

/** Maps the prefix of a stored hash, such as `md5:`, to the function that checks a password. */
const CHECKS: Record<string, Check> = {
  md5: inEitherEncoding(md5),
  sha1: inEitherEncoding((value) => createHash('sha1').update(value).digest('hex')),
  mybb: (password, rest) => {
    const [salt = '', hash = ''] = splitAtLast(rest)
    return isSame(md5(md5(salt) + md5(password)), hash)
  },
  smf: (password, rest) => {
    const [name = '', hash = ''] = splitAtLast(rest)
    const salted = name.toLowerCase() + password
    return hash.startsWith('$2')
      ? isBcrypt(salted, hash)
      : isSame(createHash('sha1').update(salted).digest('hex'), hash)
  },
  nodebb: (password, hash) => isBcrypt(createHash('sha512').update(password).digest('hex'), hash),
  pbkdf2: (password, rest) => isPbkdf2(password, rest.split(':')),
}

function splitAtLast(text: string): [string, string] {
  const at = text.lastIndexOf(':')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** phpBB escaped passwords as HTML before hashing them. */
function formsOf(password: string): string[] {
  const escaped = password
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return escaped === password ? [password] : [password, escaped]
}

/** Hashes of phpass, bcrypt and argon2 are stored unchanged, all others with a prefix like `md5:`. */
export async function checkFormerPassword(password: string, stored: string): Promise<boolean> {
  for (const form of formsOf(password)) if (await matches(form, stored)) return true
  return false
}

async function matches(password: string, stored: string): Promise<boolean> {
  if (/^\$[HP]\$/.test(stored)) return isPhpass(Buffer.from(password), stored)
  if (/^\$2[abxy]\$/.test(stored)) return isBcrypt(password, stored)
  if (stored.startsWith('$argon2')) return Bun.password.verify(password, stored).catch(() => false)
  const [kind = '', rest = ''] = [stored.slice(0, stored.indexOf(':')), stored.slice(stored.indexOf(':') + 1)]
  return Object.hasOwn(CHECKS, kind) ? CHECKS[kind]!(password, rest) : false
}

/** Returns a hash in its stored form, null if it is empty or unsupported; such an account is claimed by mail. */
export function formerPassword(hash: string | null | undefined): string | null {
  const stored = hash?.trim() ?? ''
  if (/^\$([HP]|2[abxy]|argon2\w+)\$/.test(stored)) return stored
  if (/^[0-9a-f]{32}$/i.test(stored)) return `md5:${stored}`
  return /^[0-9a-f]{40}$/i.test(stored) ? `sha1:${stored}` : null
}
