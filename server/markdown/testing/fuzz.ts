import { parseArgs } from 'node:util'
import { LIMITS } from '#shared/limits.ts'
import { renderMarkdown } from '../markdown.ts'
import { flawOf, leakOf } from './flaws.ts'
import { hostileText, repetitiveText } from './hostile-text.ts'

/*
 * `bun server/markdown/testing/fuzz.ts [--count 100000] [--long 2000] [--seed 1]` renders `count` hostile texts and `long` texts of
 * the maximum length; exits with 1 at the first with HTML that is not allowed, or that takes too long.
 */

const MAX_RENDER_MS = 1_000
/** A text of double length may take this many times as long. */
const MAX_GROWTH = 3.2

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, long: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
})
const [count, long, seed] = [Number(values.count), Number(values.long), Number(values.seed)]

function fail(found: object): never {
  console.error(found)
  process.exit(1)
}

/** CPU milliseconds of a call. */
function timeOf(call: () => unknown): number {
  const start = process.cpuUsage()
  call()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

/** The shortest of four runs where the first is long, because a garbage collection may have interrupted it. */
function timeToRender(text: string): number {
  const once = () => timeOf(() => renderMarkdown(text))
  const first = once()
  return first < MAX_RENDER_MS / 10 ? first : Math.min(first, once(), once(), once())
}

let slowest = { run: -1, ms: 0 }
for (let run = 0; run < count; run += 1) {
  const text = hostileText(seed, run)
  const ms = timeOf(() => {
    const flaw = flawOf(text) ?? leakOf(text)
    if (flaw) fail({ seed, run, flaw, text })
  })
  if (ms > slowest.ms) slowest = { run, ms }
  if ((run + 1) % 10_000 === 0) console.log(`${run + 1} of ${count} hostile texts`)
}
console.log(`None of ${count} left the allow list; the slowest, ${slowest.run}, took ${slowest.ms.toFixed(1)} ms with its checks`)

let longest = { run: -1, ms: 0 }
for (let run = 0; run < long; run += 1) {
  const text = repetitiveText(seed, run, LIMITS.postText)
  const ms = timeToRender(text)
  if (ms > MAX_RENDER_MS) fail({ seed, run, ms, text: `${text.slice(0, 100)}…${text.slice(-50)}` })
  if (ms > MAX_RENDER_MS / 5 && ms > timeToRender(repetitiveText(seed, run, LIMITS.postText / 2)) * MAX_GROWTH) {
    fail({ seed, run, ms, growth: 'more than its length', text: `${text.slice(0, 100)}…${text.slice(-50)}` })
  }
  const flaw = flawOf(text)
  if (flaw) fail({ seed, run, flaw, text })
  if (ms > longest.ms) longest = { run, ms }
  if ((run + 1) % 500 === 0) console.log(`${run + 1} of ${long} long texts`)
}
console.log(`Of ${long} texts of ${LIMITS.postText} characters the slowest, ${longest.run}, took ${longest.ms.toFixed(1)} ms`)
