/** From which part of a limit on a counter says how much is left. */
const NEAR = 0.9

/** The counter of a text, once it comes near to its limit: before, it would only be noise. */
export function nearLimit(text: string, max: number): { value: number, max: number } | undefined {
  const value = text.trim().length
  return value >= max * NEAR ? { value, max } : undefined
}
