export function idOf(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}
