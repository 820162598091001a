import { expect, test } from 'bun:test'
import { createPageRequests } from './page-requests.ts'
import { admin, HERE, network, openStores, refusal } from './testing/fixture.ts'

async function openRequests(answers: Parameters<typeof network>[0], fields = {}) {
  const { settings, credentials } = await openStores(fields)
  await credentials.set(HERE, admin)
  const seen: unknown[] = []
  const net = network(answers)
  const forward = createPageRequests({
    settings,
    sessions: { of: (address) => (address === null ? null : credentials.of(address)) },
    send: net.send,
    onAnswer: (address) => {
      seen.push(['answer', address])
    },
    onFailure: async (address, credential, status) => {
      seen.push(['failure', address, credential?.admin_token, status])
    },
    onWrite: () => {
      seen.push('write')
    },
  })
  return { forward, seen, net }
}
const request = (path: string, init: RequestInit = {}) => new Request(`https://console${path}`, init)
const users = () => Response.json({ users: [], total: 0 })

test('each response of the chosen server runs onAnswer, a successful write also onWrite', async () => {
  const { forward, seen } = await openRequests({
    'GET /api/admin/users': users,
    'DELETE /api/admin/posts/7': () => Response.json({ success: true }),
  })
  expect(await forward(request('/api/admin/users'))).toHaveProperty('response')
  expect(await forward(request('/api/admin/posts/7', { method: 'DELETE' }))).toHaveProperty('response')
  expect(seen).toEqual([['answer', HERE], ['answer', HERE], 'write'])
})

test('a refused write does not run onWrite', async () => {
  const { forward, seen } = await openRequests({ 'DELETE /api/admin/posts/7': refusal(404, 'post_not_found') })
  await forward(request('/api/admin/posts/7', { method: 'DELETE' }))
  expect(seen).toEqual([['answer', HERE]])
})

test('a 401 response runs onFailure with the credential that was sent', async () => {
  const { forward, seen } = await openRequests({ 'GET /api/admin/users': refusal(401, 'admin_credential') })
  await forward(request('/api/admin/users'))
  expect(seen).toEqual([
    ['answer', HERE],
    ['failure', HERE, 'wat_token', 401],
  ])
})

test('a lost connection to the server runs onFailure, an aborted request does not', async () => {
  const { forward, seen } = await openRequests({})
  expect(await forward(request('/api/admin/users'))).toEqual({ unreachable: true })
  expect(await forward(request('/api/admin/users', { signal: AbortSignal.abort() }))).toEqual({ unreachable: true })
  expect(seen).toEqual([['failure', HERE, 'wat_token', 0]])
})

test('no request is sent without a chosen server', async () => {
  const { forward, seen, net } = await openRequests({ 'GET /api/admin/users': users }, { current: null })
  expect(await forward(request('/api/admin/users'))).toEqual({ unreachable: true })
  expect([seen, net.requests]).toEqual([[], []])
})
