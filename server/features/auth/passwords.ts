/** OWASP's recommended parameters for argon2id; a hash takes about 30 ms of one core. */
export const COST = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** A hash that no password matches, so that a login to a missing account takes as long as to an existing one. */
export const NO_PASSWORD_HASH =
  '' +
  '' +
  '$argon2id$v=19$m=19456,t=2,p=1$/oj3ew+XeMpWSEu0kOOzarZ43aP3k7Dd2KmPpl9H274$' +
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Keyboards encode the same letter as composed or decomposed Unicode. */
const normalized = (password: string) => password.normalize('NFC')

export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(normalized(password), COST)
}

export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const isRight = await Bun.password.verify(normalized(password), hash ?? NO_PASSWORD_HASH)
  return isRight && hash !== null
}
