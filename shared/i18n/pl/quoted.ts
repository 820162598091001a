/** Quotation marks within the text become « and ». */
export const quoted = (text: string): string => `„${String(text).replaceAll('„', '«').replaceAll('”', '»')}”`
