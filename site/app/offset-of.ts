/** How many rows of a list the address skips, at most `max`; 0 where it says nothing or nonsense. */
export function offsetOf(query: URLSearchParams, max: number): number {
  return Math.min(max, Math.max(0, Math.trunc(Number(query.get('offset'))) || 0))
}
