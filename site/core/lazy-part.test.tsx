import { expect, test } from 'bun:test'
import { Suspense } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { lazyPart } from './lazy-part.ts'

test('a page is shown without a part whose code cannot be loaded', async () => {
  const Part = lazyPart<object>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  const failures: unknown[] = []
  const stream = await renderToReadableStream(
    <main>
      <Suspense>
        <Part />
      </Suspense>
      Wątek
    </main>,
    { onError: (error) => void failures.push(error) },
  )
  await stream.allReady
  expect(failures).toEqual([])
  expect(await new Response(stream).text()).toContain('Wątek')
})
