/** Argon2id as OWASP's password storage cheat sheet advises it (19 MiB, two passes): some 30 ms of one core. */
const COST = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** The hash of no password, made at that cost: what is checked where there is no account. */
export const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$/oj3ew+XeMpWSEu0kOOzarZ43aP3k7Dd2KmPpl9H274$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** One spelling for characters that keyboards compose differently. */
const bytesOf = (password: string) => password.normalize('NFC')

/** What is stored of a password. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(bytesOf(password), COST)
}

/** Whether the password is the right one; without a hash it never is, and takes as long to say so. */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const right = await Bun.password.verify(bytesOf(password), hash ?? NOBODY)
  return right && hash !== null
}
