import { expect, test } from 'bun:test'
import { createReachability } from './reachability.ts'
import { HERE, network } from './testing/fixture.ts'

const READY = { 'GET /readyz': () => new Response('ok') }

function open(answers: Parameters<typeof network>[0], retryDelaysMs = [3_600_000]) {
  const net = network(answers)
  const changes: boolean[] = []
  const reachability = createReachability({
    address: () => HERE,
    send: net.send,
    retryDelaysMs,
    onChange: (isOnline) => {
      changes.push(isOnline)
    },
  })
  return { reachability, changes, net }
}

test('a server that responds is online, one that fails or is not ready is offline', async () => {
  const { reachability, changes, net } = open(READY)
  await reachability.check()
  net.answers['GET /readyz'] = () => new Response('starting', { status: 503 })
  await reachability.check()
  expect(reachability.isOnline()).toBe(false)
  net.answers['GET /readyz'] = READY['GET /readyz']
  await reachability.check()
  reachability.stop()
  expect(changes).toEqual([false, true])
})

test('an offline server is checked again automatically', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { reachability } = open(
    {
      'GET /readyz': () => {
        resolve(new Response())
        return new Response('ok')
      },
    },
    [0],
  )
  reachability.setOffline()
  await promise
  reachability.stop()
})

test('a readiness response of a server that is no longer chosen is dropped', async () => {
  const { reachability, changes } = open({
    'GET /readyz': () => {
      reachability.reset()
      return new Response('starting', { status: 503 })
    },
  })
  await reachability.check()
  reachability.stop()
  expect([reachability.isOnline(), changes]).toEqual([true, []])
})
