const MARKS = /(\p{M}{30})\p{M}+/gu

/** Normalizing takes quadratic time in the number of combining marks, so it is limited to thirty in a row. */
export const normalize = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  text.replace(MARKS, '$1').normalize(form)
