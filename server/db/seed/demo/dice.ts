import { fraction } from '../random.ts'

/** Throws that come out the same every time, so that a filling can be resumed. */
export type Dice = {
  /** From 0 up to, not including, 1. */
  next: () => number
  /** From `low` up to, not including, `high`. */
  between: (low: number, high: number) => number
  /** A whole number, both ends included. */
  whole: (low: number, high: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  /** One of the list, each as likely as its weight says. */
  weighted: <T>(list: readonly T[], weightOf: (item: T) => number) => T
  shuffled: <T>(list: readonly T[]) => T[]
  /** A waiting time: mostly shorter than the mean, sometimes much longer. */
  wait: (mean: number) => number
}

/** Dice of their own for every `salt`. */
export function createDice(salt: number): Dice {
  let thrown = 0
  const next = () => fraction(thrown++, salt)
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    whole,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => list[whole(0, list.length - 1)]!,
    weighted(list, weightOf) {
      let rest = next() * list.reduce((sum, item) => sum + weightOf(item), 0)
      return list.find((item) => (rest -= weightOf(item)) < 0) ?? list.at(-1)!
    },
    shuffled(list) {
      const mixed = [...list]
      for (let at = mixed.length - 1; at > 0; at -= 1) {
        const other = whole(0, at)
        ;[mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!]
      }
      return mixed
    },
    wait: (mean) => -Math.log(1 - next()) * mean,
  }
}
