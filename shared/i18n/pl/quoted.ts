/** Quotation marks within others are «these». */
export const quoted = (text: string): string => `„${text.replaceAll('„', '«').replaceAll('”', '»')}”`
