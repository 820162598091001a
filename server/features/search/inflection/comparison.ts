/** How an adjective's stem ends in the comparative, before '-szy', and in the positive degree. */
const STEM_ENDS: [compared: RegExp, plain: string][] = [
  [/$/, ''],
  [/z$/, 'g'],
  [/z$/, 's'],
  [/i?ej$/, ''],
  [/z?ej$/, ''],
  [/e(?=.$)/, 'a'],
  [/e(?=.$)/, 'o'],
  [/e(?=.z$)/, 'a'],
]
const PLAIN_ENDS = ['y', 'i', 'ki', 'oki', 'eki']

/** Returns possible positive degrees ('niski') of a comparative ('nizszy'); most of them are not words. */
export function plainOf(comparative: string): string[] {
  const stem = comparative.slice(0, -'szy'.length)
  const stems = new Set(STEM_ENDS.map(([compared, plain]) => stem.replace(compared, plain)))
  return [...stems].flatMap((each) => PLAIN_ENDS.map((end) => each + end))
}
