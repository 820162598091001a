import { expect, test } from 'bun:test'
import type { MetricsSnapshot } from '#server/http/metrics.ts'
import type { ToWorker } from './messages.ts'
import { createSnapshotCollector } from './snapshots.ts'

test("a worker's answer is matched to the request for metrics; a worker that does not answer is left out", async () => {
  const [first, second] = [{ slot: 1 }, { slot: 2 }] as unknown as MetricsSnapshot[]
  const collector = createSnapshotCollector(20)
  const requests: number[] = []
  const send = (message: ToWorker) => {
    if (message.type === 'snapshot') requests.push(message.request)
  }
  const collected = collector.collect([{ send }, { send }, { send }])
  expect(requests).toHaveLength(3)
  collector.receive(requests[1]!, second!)
  collector.receive(requests[0]!, first!)
  expect(await collected).toEqual([first!, second!])
  collector.receive(requests[2]!, first!)
})
