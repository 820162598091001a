const LONGEST = 100

/** A name that leads to no other folder and means nothing to any system: letters, digits, `-`, `_` and one ending. */
export function plainFileName(name: string): string {
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z0-9]{1,8})?$/is.exec(name) ?? []
  const plain = stem.normalize('NFC').replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, LONGEST)
  return `${plain || 'plik'}${ending.toLowerCase()}`
}
