/** Quotation marks within others are single. */
export const quoted = (text: string): string => `“${String(text).replaceAll('“', '‘').replaceAll('”', '’')}”`
