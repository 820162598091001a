/** Inner quotation marks are «these». */
export const quoted = (text: string): string => `„${String(text).replaceAll('„', '«').replaceAll('”', '»')}”`
