import type { Subprocess } from 'bun'
import { ApiError } from '#shared/api/errors.ts'
import { startScript } from './programs.ts'

/** Milliseconds after which an idle process is ended. */
const IDLE_TIMEOUT_MS = 30_000
const RETRY_AFTER_S = 5

type QueueOptions = {
  /** Name of the process in process lists. */
  name: string
  /** Maximum number of waiting questions per caller; null allows one, which a newer question replaces. */
  maxOfOne: number | null
  /** Maximum number of waiting questions of all callers together. */
  maxWaiting: number
}

type Job<Question, Answer> = { question: Question; timeoutMs: number; done: PromiseWithResolvers<Answer | null> }

/** `by` identifies the caller; callers take turns, so that one with many questions does not delay the others. */
type AskOptions = { by: number | string; timeoutMs: number }

export type ProcessQueue<Question, Answer> = {
  /** Returns null if the process died or took longer than `timeoutMs`. Throws `too_many_requests`. */
  ask: (question: Question, options: AskOptions) => Promise<Answer | null>
}

/** Sends questions to a script in its own process, one at a time; the script replies to each with one message. */
export function createProcessQueue<Question, Answer>(
  script: string,
  { name, maxOfOne, maxWaiting }: QueueOptions,
): ProcessQueue<Question, Answer> {
  /** The waiting questions of each caller; the caller whose turn is next comes first. */
  const waiting = new Map<number | string, Job<Question, Answer>[]>()
  let count = 0
  let running: Job<Question, Answer> | null = null
  let child: Subprocess | null = null
  let timer: Timer | undefined

  function takeNext(): Job<Question, Answer> | null {
    const [turn] = waiting
    if (!turn) return null
    const [by, [job, ...later]] = turn
    waiting.delete(by)
    if (later.length > 0) waiting.set(by, later)
    count -= 1
    return job!
  }

  function runNext(): void {
    clearTimeout(timer)
    running = takeNext()
    if (running === null) {
      timer = setTimeout(endChild, IDLE_TIMEOUT_MS)
      timer.unref()
      return
    }
    timer = setTimeout(giveUp, running.timeoutMs)
    try {
      child ??= startChild()
      child.send(running.question)
    } catch {
      giveUp()
    }
  }

  function finish(answer: Answer | null): void {
    running?.done.resolve(answer)
    runNext()
  }

  function giveUp(): void {
    endChild()
    if (running !== null) finish(null)
  }

  function endChild(): void {
    const ended = child
    child = null
    ended?.kill('SIGKILL')
  }

  function startChild(): Subprocess {
    return startScript<Answer>(script, {
      name,
      message(answer, from) {
        if (child === from) finish(answer)
      },
      exit(ended) {
        if (child === ended) giveUp()
      },
    })
  }

  function makeRoom(own: Job<Question, Answer>[]): void {
    const refused = new ApiError('too_many_requests', { retryAfter: RETRY_AFTER_S })
    if (own.length > 0 && maxOfOne === null) {
      count -= own.length
      for (const { done } of own.splice(0)) done.reject(refused)
    } else if (count >= maxWaiting || (maxOfOne !== null && own.length >= maxOfOne)) throw refused
  }

  return {
    async ask(question, { by, timeoutMs }) {
      const own = waiting.get(by) ?? []
      makeRoom(own)
      const job: Job<Question, Answer> = { question, timeoutMs, done: Promise.withResolvers() }
      own.push(job)
      waiting.set(by, own)
      count += 1
      if (running === null) runNext()
      return job.done.promise
    },
  }
}
