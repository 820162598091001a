/** As in an input of the kind 'datetime-local', in the zone of the machine. */
export function toLocalTime(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Null where nothing is entered. */
export function fromLocalTime(typed: string): string | null {
  const date = new Date(typed)
  return typed === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}
