/** The alphabet leaves out letters and digits that are easily confused. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 12

/** A code has 60 random bits. */
export const newCode = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(CODE_LENGTH)), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** Normalizes a typed code, which may be in any case, with blanks and hyphens. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()
