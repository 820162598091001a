import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { ApiError } from '#shared/api/errors.ts'
import { startScript } from '#server/lib/programs.ts'
import { renderMarkdown, renderUnformatted, type Rendered } from './markdown.ts'

/** Characters of a text that is rendered in this process: it takes less than 20 ms, whatever it is. */
export const MAX_IN_PROCESS = 4_000
/** The costliest texts take some 200 ms, the start of the process as long again. */
const RENDER_TIMEOUT_MS = 10_000
/** The process is ended when it has rendered nothing for so long. */
const IDLE_TIMEOUT_MS = 30_000
/** Requests that wait may hold a transaction open, so their number stays below that of the connections. */
const MAX_WAITING = 5
const RETRY_AFTER_S = 5

type Job = { text: string, timeoutMs: number, done: PromiseWithResolvers<Rendered> }

const waiting: Job[] = []
let running: Job | null = null
let renderer: Subprocess | null = null
let timer: Timer | undefined

/** Long texts in another process, one at a time; one that fails there comes back unformatted with `version` 0. Throws `too_many_requests`. */
export async function renderText(text: string, { timeoutMs = RENDER_TIMEOUT_MS }: { timeoutMs?: number } = {}): Promise<Rendered> {
  if (text.length <= MAX_IN_PROCESS) return renderMarkdown(text)
  if (waiting.length >= MAX_WAITING) throw new ApiError('too_many_requests', { retryAfter: RETRY_AFTER_S })
  const job: Job = { text, timeoutMs, done: Promise.withResolvers() }
  waiting.push(job)
  if (running === null) renderNext()
  return job.done.promise
}

function renderNext(): void {
  clearTimeout(timer)
  running = waiting.shift() ?? null
  if (running === null) {
    timer = setTimeout(endRenderer, IDLE_TIMEOUT_MS)
    timer.unref()
    return
  }
  timer = setTimeout(giveUp, running.timeoutMs)
  try {
    renderer ??= startRenderer()
    renderer.send(running.text)
  } catch {
    giveUp()
  }
}

function finish(rendered: Rendered): void {
  running?.done.resolve(rendered)
  renderNext()
}

function giveUp(): void {
  endRenderer()
  if (running !== null) finish({ ...renderUnformatted(running.text), version: 0 })
}

function endRenderer(): void {
  const ended = renderer
  renderer = null
  ended?.kill('SIGKILL')
}

function startRenderer(): Subprocess {
  return startScript<Rendered>(join(import.meta.dir, 'renderer-process.ts'), {
    message(rendered, started) {
      if (renderer === started) finish(rendered)
    },
    exit(ended) {
      if (renderer === ended) giveUp()
    },
  })
}
