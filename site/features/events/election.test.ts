import { afterEach, expect, jest, test } from 'bun:test'
import { createElection } from './election.ts'

const IDLE_TIMEOUT_MS = 75_000

/** A fake of `navigator.locks`: grants a lock in the order of requests, or to a request that steals it. */
function lockOf() {
  type Holder = { reject: (error: Error) => void }
  let holder: Holder | null = null
  const waiting: (() => void)[] = []
  const request = (_name: string, options: LockOptions, hold: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const own = { reject }
      const grant = () => {
        holder = own
        void hold().then(() => {
          resolve()
          if (holder !== own) return
          holder = null
          waiting.shift()?.()
        })
      }
      if (options.steal) {
        holder?.reject(new Error('stolen'))
        queueMicrotask(grant)
      } else if (holder) waiting.push(grant)
      else grant()
    })
  return { request } as unknown as Pick<LockManager, 'request'>
}

function tabs(locks: Pick<LockManager, 'request'>) {
  const log: string[] = []
  const join = (tab: string) =>
    createElection({
      name: 'test',
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      onElected: () => log.push(`${tab} leads`),
      onReplaced: () => log.push(`${tab} is replaced`),
      onIdle: () => log.push(`${tab} receives nothing`),
      locks,
    })
  return { log, join }
}

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

afterEach(() => {
  jest.useRealTimers()
  Object.assign(globalThis, { document: undefined })
})

test('LIVE-5 one tab is leader, and another becomes leader when the first one leaves', async () => {
  const { log, join } = tabs(lockOf())
  const first = join('first')
  const second = join('second')
  await settle()
  expect(log).toEqual(['first leads'])
  first.leave()
  await settle()
  expect(log).toEqual(['first leads', 'second leads'])
  second.leave()
})

test('LIVE-5 a visible tab replaces a leader that sends nothing; a hidden tab does not', async () => {
  jest.useFakeTimers()
  const page = { visibilityState: 'hidden' }
  Object.assign(globalThis, { document: page })
  const { log, join } = tabs(lockOf())
  const first = join('first')
  const second = join('second')
  jest.advanceTimersByTime(IDLE_TIMEOUT_MS - 1)
  second.noteLeader()
  jest.advanceTimersByTime(IDLE_TIMEOUT_MS - 1)
  expect(log).toEqual(['first leads'])
  jest.advanceTimersByTime(1)
  page.visibilityState = 'visible'
  jest.advanceTimersByTime(IDLE_TIMEOUT_MS)
  await settle()
  expect(log).toEqual([
    'first leads',
    'second receives nothing',
    'second receives nothing',
    'first is replaced',
    'second leads',
  ])
  first.leave()
  second.leave()
})
