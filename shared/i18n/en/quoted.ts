export const quoted = (text: string): string => `“${String(text).replaceAll('“', '‘').replaceAll('”', '’')}”`
