import { fraction } from '../db/seed/random.ts'

/** Random numbers are the same on every run with the same `salt`, so that an interrupted fill can be resumed. */
export function createDice(salt: number) {
  let thrown = 0
  const next = () => fraction(thrown++, salt)
  return {
    next,
    between: (low: number, high: number) => low + next() * (high - low),
    chance: (probability: number) => next() < probability,
    shuffled: <T>(list: readonly T[]): T[] =>
      list
        .map((item) => [next(), item] as const)
        .sort((a, b) => a[0] - b[0])
        .map(([, item]) => item),
    /** Exponentially distributed: mostly shorter than the mean, sometimes much longer. */
    wait: (mean: number) => -Math.log(1 - next()) * mean,
  }
}
