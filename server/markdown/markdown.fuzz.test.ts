import { expect, test } from 'bun:test'
import { flawOf, leakOf } from './testing/flaws.ts'
import { hostileText, repetitiveText } from './testing/hostile-text.ts'

/** `testing/fuzz.ts` tries many more texts, and measures their CPU time. */
const RUNS = 4_000
const SEED = 1

/** Seed and run number reproduce the text. */
function firstThat(breaks: (text: string) => unknown, runs: number, make: (run: number) => string) {
  for (let run = 0; run < runs; run += 1) {
    const text = make(run)
    const why = breaks(text)
    if (why) return { run, text, why }
  }
  return null
}

test(`none of ${RUNS} hostile texts produces HTML outside the allowlist or an invalid result`, () => {
  expect(firstThat(flawOf, RUNS, (run) => hostileText(SEED, run))).toBeNull()
})

test('the sanitizer alone keeps hostile HTML within the allowlist', () => {
  expect(firstThat(leakOf, RUNS, (run) => hostileText(SEED, run))).toBeNull()
})

test('the HTML of a text of repeated syntax stays within the allowlist', () => {
  expect(firstThat(flawOf, 200, (run) => repetitiveText(SEED, run, 5_000))).toBeNull()
})
