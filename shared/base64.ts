declare const btoa: (binary: string) => string
declare const atob: (base64: string) => string

/** `Uint8Array.toBase64` is missing in browsers of two years ago. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))

/** Also decodes base64url. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.codePointAt(0)!)
