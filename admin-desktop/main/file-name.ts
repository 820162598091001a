const MAX_LENGTH = 100

/** Keeps only letters, digits, `-`, `_` and one extension of a file name. */
export function plainFileName(name: string): string {
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z0-9]{1,8})?$/is.exec(name) ?? []
  const plain = stem
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_LENGTH)
  return `${plain || 'plik'}${ending.toLowerCase()}`
}
