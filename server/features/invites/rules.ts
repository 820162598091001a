/** Letters and digits that are easily confused are left out: I, O, 0 and 1. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 12

export const newCode = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(CODE_LENGTH)), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()
