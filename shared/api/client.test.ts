import { expect, test } from 'bun:test'
import { createHttpApi, type FetchLike } from './client.ts'
import type { CallError } from './errors.ts'
import { publicContract } from './public.ts'

function recorded(body: object) {
  const calls: { url: string; init: Parameters<FetchLike>[1] }[] = []
  const api = createHttpApi(publicContract, (url, init) => {
    calls.push({ url, init })
    return new Response(JSON.stringify(body))
  })
  return { api, calls }
}

test('REQ-3 an API call sends cookies and JSON, and is aborted only by its caller', async () => {
  const { api, calls } = recorded({ upvotes: 1, downvotes: 0, user_vote: 1 })
  await api.votes.post({ post_id: 7, value: 1 })
  expect(calls).toEqual([
    {
      url: expect.stringMatching(/^\/api\/votes\/7$/) as never,
      init: {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"value":1}',
        credentials: 'include',
        signal: undefined,
        onProgress: undefined,
      },
    },
  ])
})

test('REQ-3 an upload is sent as a form without an explicit content type', async () => {
  const { api, calls } = recorded({ url: '/media/a.webp' })
  await api.uploads.image({ file: new File(['x'], 'a.png') } as never)
  expect(calls[0]!.init.headers).toEqual({})
  expect(calls[0]!.init.body).toBeInstanceOf(FormData)
  expect(calls[0]!.init.credentials).toBe('include')
})

const failureOf = (answer: Awaited<ReturnType<FetchLike>>) =>
  createHttpApi(publicContract, () => answer)
    .users.me()
    .then(
      () => null,
      (error: unknown) => error as CallError,
    )

test('a 200 response that is not JSON is a server error, not a network error', async () => {
  const error = await failureOf(new Response('<html>Cached by the hotel</html>', { status: 200 }))
  expect([error?.status, error?.code]).toEqual([500, 'internal'])
})

test('a response body cut off in transit is a network error', async () => {
  const error = await failureOf({
    ok: true,
    status: 200,
    headers: new Headers(),
    text: () => Promise.reject(new TypeError('network error')),
  })
  expect(error?.status).toBe(0)
})
