import { parseArgs } from 'node:util'
import { LIMITS } from '#shared/limits.ts'
import { openTestApp } from '#server/test/open-app.ts'
import { createCategory, createUser } from '#server/test/factories.ts'
import { renderMarkdown } from '../markdown.ts'
import { trespasses } from './allow-list.ts'
import { flawOf, leakOf } from './flaws.ts'
import { hostileText, repetitiveText } from './hostile-text.ts'

/* Renders `count` hostile texts and `long` texts of the maximum length, and publishes `stored` texts, whose previews
   must equal the published HTML; exits with 1 at the first fault. */

const MAX_RENDER_MS = 1_000
/** If a text is repeated to double its length, rendering may take this many times as long as before. */
const MAX_GROWTH = 3.2

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    long: { type: 'string', default: '2000' },
    stored: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
})
const [count, long, stored, seed] = [values.count, values.long, values.stored, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]

function fail(found: object): never {
  console.error(found)
  process.exit(1)
}

function timeOf(call: () => unknown): number {
  const start = process.cpuUsage()
  call()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

/** The shortest of four runs counts if the first is long, because a garbage collection may have interrupted it. */
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
console.log(
  `None of ${count} left the allow list; the slowest, ${slowest.run}, took ${slowest.ms.toFixed(1)} ms with its checks`,
)

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
console.log(
  `Of ${long} texts of ${LIMITS.postText} characters the slowest, ${longest.run}, took ${longest.ms.toFixed(1)} ms`,
)

if (stored > 0) {
  const app = await openTestApp()
  const author = await createUser(app.db)
  const home = await createCategory(app.db, { creator: author })
  const api = await app.as(author)
  for (let run = 0; run < stored; run += 1) {
    const content = hostileText(seed, run)
    const { html } = await api.markdown.preview({ content })
    const { content_html } = await api.posts.create({ title: 'Stored', category_id: home.id, content })
    const outside = trespasses(html)
    if (html !== content_html || outside.length > 0) fail({ seed, run, html, content_html, outside, content })
    if ((run + 1) % 1_000 === 0) console.log(`${run + 1} of ${stored} stored texts`)
  }
  console.log(`Of ${stored} texts the preview is what was stored`)
  await app.close()
  process.exit(0)
}
