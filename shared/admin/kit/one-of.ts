/** A word of the address where it is one of those that are known; undefined for any other. */
export function oneOf<Word extends string>(words: readonly Word[], text: string): Word | undefined {
  return words.find((word) => word === text)
}
