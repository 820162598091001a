const MARKS = /(\p{M}{30})\p{M}+/gu

/** Of a run of combining marks thirty stay, since normalizing takes time with the square of its length. */
export const normalize = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  text.replace(MARKS, '$1').normalize(form)
