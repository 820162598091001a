import { expect, test } from 'bun:test'
import { renderMarkdown } from './markdown.ts'
import { sanitize } from './sanitize.ts'
import { trespasses } from './testing/allow-list.ts'
import { hostileText } from './testing/hostile-text.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 20_000)
const seed = Number(process.env.FUZZ_SEED ?? 1)

/** The first of the texts that breaks a rule, with its number, which together with the seed makes it again. */
function firstThat(breaks: (text: string) => unknown): { run: number, text: string, why: unknown } | null {
  for (let run = 0; run < runs; run++) {
    const text = hostileText(seed, run)
    const why = breaks(text)
    if (why) return { run, text, why }
  }
  return null
}

test(`of ${runs} hostile texts none leaves the allow list or breaks the form of the answer`, () => {
  expect(firstThat((text) => {
    const { html, plain, mentions } = renderMarkdown(text)
    const outside = trespasses(html)
    if (outside.length > 0) return outside
    if (!html.isWellFormed() || !plain.isWellFormed() || /\0/.test(html + plain)) return 'not storable'
    return mentions.length > 20 || mentions.some((name) => !/^[A-Za-z0-9_]{3,30}$/.test(name)) ? mentions : null
  })).toBeNull()
}, 600_000)

test('the sanitiser alone keeps hostile HTML within the allow list', () => {
  expect(firstThat((text) => {
    const outside = trespasses(sanitize(text))
    return outside.length > 0 ? outside : null
  })).toBeNull()
}, 600_000)
