const MARKS = /(\p{M}{30})\p{M}+/gu

/** Limits combining marks to thirty in a row, because normalizing takes quadratic time in their number. */
export const normalize = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  text.replace(MARKS, '$1').normalize(form)
