/** The id of a report as an address holds it; null where it is none. */
export function idOf(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}
