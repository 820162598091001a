import { expect, test } from 'bun:test'
import { renderMarkdown } from './markdown.ts'
import { MAX_IN_PROCESS, renderText } from './render-text.ts'
import { COSTLY_TEXTS } from './testing/costly-texts.ts'

const LONG = COSTLY_TEXTS['an ordinary text']!(MAX_IN_PROCESS + 1)
const UNFORMATTED = {
  html: expect.stringContaining('Ala ma *kota*'),
  plain: expect.stringContaining('**mocny**'),
  mentions: [],
  version: 0,
}

const renderers = (queue = 'published') =>
  Bun.spawnSync(['pgrep', '-P', String(process.pid), '-f', `renderer-process.ts ${queue}`])
    .stdout.toString()
    .split('\n')
    .filter(Boolean)
    .map(Number)

test('a long text is rendered like a short one, but in a separate process', async () => {
  expect(await renderText(LONG)).toEqual(renderMarkdown(LONG))
  expect(await renderText('*a*')).toEqual(renderMarkdown('*a*'))
  await renderText(LONG)
  expect(renderers()).toHaveLength(1)
})

test('other requests are served while a long text is rendered', async () => {
  await renderText(LONG)
  const [renderer] = renderers()
  process.kill(renderer!, 'SIGSTOP')
  const order: string[] = []
  const rendering = renderText(LONG).then(() => order.push('the long text'))
  setTimeout(() => {
    order.push('another request')
    process.kill(renderer!, 'SIGCONT')
  })
  await rendering
  expect(order).toEqual(['another request', 'the long text'])
})

test('a text whose renderer process dies is shown unformatted until the next rendering', async () => {
  await renderText(LONG)
  const [renderer] = renderers()
  process.kill(renderer!, 'SIGSTOP')
  const rendering = renderText(LONG)
  process.kill(renderer!, 'SIGKILL')
  expect(await rendering).toEqual(UNFORMATTED)
  expect(await renderText(LONG)).toEqual(renderMarkdown(LONG))
})

test('a text whose rendering times out is shown unformatted until the next rendering', async () => {
  await renderText(LONG)
  const [renderer] = renderers()
  process.kill(renderer!, 'SIGSTOP')
  expect(await renderText(LONG, { timeoutMs: 20 })).toEqual(UNFORMATTED)
  expect(await renderText(LONG)).toEqual(renderMarkdown(LONG))
  expect(renderers()).not.toContain(renderer!)
})

test('the last two of eight concurrent long texts are refused, and the others are rendered', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => renderText(LONG)))
  expect(outcomes.map(({ status }) => status)).toEqual([...Array(6).fill('fulfilled'), 'rejected', 'rejected'])
  expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'too_many_requests', details: { retryAfter: 5 } } })
})

test('rendering for publication never waits behind previews', async () => {
  const preview = (by: number) => renderText(LONG, { by, isPreview: true })
  expect(await preview(1)).toEqual(renderMarkdown(LONG))
  const [previewer] = renderers('previewed')
  process.kill(previewer!, 'SIGSTOP')
  const previews = [1, 2, 3, 4, 5, 6].map(preview)
  expect(await renderText(LONG, { by: 7 })).toEqual(renderMarkdown(LONG))
  process.kill(previewer!, 'SIGCONT')
  expect(await Promise.all(previews)).toEqual(previews.map(() => renderMarkdown(LONG)))
})

test('only the latest preview of a member stays queued', async () => {
  const preview = (by: number) => renderText(LONG, { by, isPreview: true })
  const outcomes = await Promise.allSettled([preview(1), preview(1), preview(2), preview(1)])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: { code: 'too_many_requests', details: { retryAfter: 5 } } })
})

test('long texts of one member do not delay those of others', async () => {
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 8 }, () => renderText(LONG, { by: 1 })),
    renderText(LONG, { by: 2 }),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array(6).fill('fulfilled'),
    'rejected',
    'rejected',
    'fulfilled',
  ])
})
