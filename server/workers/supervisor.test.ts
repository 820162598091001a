import { expect, test } from 'bun:test'
import { createLogger } from '#server/lib/log.ts'
import {
  nextBackoff,
  superviseWorkers,
  TIMES,
  type SpawnWorker,
  type Target,
  type WorkerProcess,
} from './supervisor.ts'

const log = createLogger('silent', true)
const target = { root: '/old', isReadOnly: false }
const times = { minBackoff: 1, maxBackoff: 8, ready: 5_000, shutdown: 2_000 }

/** `answers` gets the slot and the number of starts so far; if it returns true, the process reports 'ready' at once. */
function scripts(script: string, answers: (slot: number, turn: number) => boolean = () => true) {
  const started: { slot: number; process: WorkerProcess; target: Target }[] = []
  const spawn: SpawnWorker = (slot, onMessage, target) => {
    const child = Bun.spawn(['sh', '-c', script], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
    const process: WorkerProcess = {
      pid: child.pid,
      exited: child.exited,
      kill: (signal) => child.kill(signal),
      send: ({ type }) => {
        if (type === 'drain') child.kill('SIGTERM')
      },
    }
    started.push({ slot, process, target })
    if (answers(slot, started.length)) queueMicrotask(() => onMessage({ type: 'ready' }))
    return process
  }
  return { spawn, started }
}

test('the delay before a restart doubles up to its maximum, and resets after a stable run', () => {
  const delays = [nextBackoff(0, 10, TIMES)]
  for (let at = 0; at < 9; at += 1) delays.push(nextBackoff(delays.at(-1)!, 10, TIMES))
  expect(delays).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000])
  expect(nextBackoff(30_000, 60_000, TIMES)).toBe(200)
})

test('every worker slot has exactly one process after the start', async () => {
  const { spawn, started } = scripts('sleep 60')
  const supervisor = superviseWorkers({ count: 3, spawn, log, target, times })
  await supervisor.started
  expect(started.map(({ slot }) => slot)).toEqual([1, 2, 3])
  await supervisor.stop()
})

test('a worker that exits at once is restarted again and again, until the supervisor is stopped', async () => {
  const { spawn, started } = scripts('exit 1')
  const supervisor = superviseWorkers({ count: 1, spawn, log, target, times })
  await supervisor.started
  while (started.length < 6) await Bun.sleep(1)
  await supervisor.stop()
  const { length } = started
  await Bun.sleep(20)
  expect(started).toHaveLength(length)
})

test('the start of the supervisor fails if a worker fails at its first start', async () => {
  const { spawn } = scripts('exit 3', () => false)
  const supervisor = superviseWorkers({ count: 2, spawn, log, target, times })
  expect(supervisor.started).rejects.toThrow('worker 1 ended with code 3')
  await supervisor.started.catch(() => {})
  await supervisor.stop()
})

test('a replacement starts the successor before it ends the old process', async () => {
  const { spawn, started } = scripts('sleep 60')
  const supervisor = superviseWorkers({ count: 2, spawn, log, target, times })
  await supervisor.started
  await supervisor.replaceAll()
  expect(started.map(({ slot }) => slot)).toEqual([1, 2, 1, 2])
  expect(await Promise.all(started.slice(0, 2).map(({ process }) => process.exited))).toEqual([143, 143])
  await supervisor.stop()
})

test('a worker whose successor does not start keeps running', async () => {
  const { spawn, started } = scripts('sleep 60', (_, turn) => turn === 1)
  const supervisor = superviseWorkers({ count: 1, spawn, log, target, times: { ...times, ready: 50 } })
  await supervisor.started
  expect(supervisor.replaceAll()).rejects.toThrow('did not answer within 50 ms')
  expect(await started[1]!.process.exited).toBe(137)
  expect(await Promise.race([started[0]!.process.exited, Bun.sleep(50).then(() => 'runs')])).toBe('runs')
  await supervisor.stop()
})

test('a replaced worker runs the new version from then on, also after a restart', async () => {
  const { spawn, started } = scripts('sleep 60')
  const supervisor = superviseWorkers({ count: 1, spawn, log, target, times })
  await supervisor.started
  const next = { root: '/new', isReadOnly: true }
  await supervisor.replaceAll(next)
  expect(supervisor.workers()).toEqual([{ slot: 1, pid: started[1]!.process.pid, ...next }])
  started[1]!.process.kill('SIGKILL')
  while (started.length < 3) await Bun.sleep(1)
  expect(started.map((worker) => worker.target.root)).toEqual(['/old', '/new', '/new'])
  await supervisor.stop()
})
