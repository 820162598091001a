import { expect, test } from 'bun:test'
import type { Api } from '#shared/api/index.ts'
import { startWork } from './work.ts'

const api = () => ({}) as Api

test('BOT-4 a second bot call of any kind is not sent while the first one runs', async () => {
  const client = api()
  const sent: string[] = []
  const { promise, resolve } = Promise.withResolvers<null>()
  const first = startWork(client, 'posts', () => {
    sent.push('posts')
    return promise
  })
  await startWork(client, 'posts', async () => {
    sent.push('posts again')
    return null
  })
  await startWork(client, 'test', async () => {
    sent.push('test')
    return null
  })
  resolve(null)
  await first
  expect(sent).toEqual(['posts'])
})

test('the bot can be called again after a failure', async () => {
  const client = api()
  expect(
    await startWork(client, 'post', () => Promise.reject(new Error('gone'))).catch((error: Error) => error.message),
  ).toBe('gone')
  let isAsked = false
  await startWork(client, 'post', async () => {
    isAsked = true
    return null
  })
  expect(isAsked).toBe(true)
})

test('a running bot task of one server does not block tasks of other servers in the console', async () => {
  let isAsked = false
  void startWork(api(), 'post', () => new Promise(() => {}))
  await startWork(api(), 'post', async () => {
    isAsked = true
    return null
  })
  expect(isAsked).toBe(true)
})
