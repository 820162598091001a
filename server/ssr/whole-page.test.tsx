import { expect, test } from 'bun:test'
import { Suspense, use, type ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { entryScript } from './entry-script.ts'
import { markFulfilled, renderWhole } from './whole-page.ts'

const assets = { entry: '/assets/entry.js', preloads: ['/assets/page.js'] }
const script = { ...assets, nonce: 'abc' }

const document = (body: ReactNode) => (
  <html lang="pl">
    <head>
      <title>Strona</title>
    </head>
    <body>{body}</body>
  </html>
)

function Late({ value }: { value: Promise<string> }) {
  return <p>{use(value)}</p>
}

function Failing(): ReactNode {
  throw new Error('Broken')
}

const whole = (body: ReactNode) => renderWhole(document(body), script)?.toString() ?? null

async function streamed(body: ReactNode): Promise<string> {
  const stream = await renderToReadableStream(document(body), {
    nonce: script.nonce,
    bootstrapScriptContent: entryScript(assets),
  })
  await stream.allReady
  return new Response(stream).text()
}

/** React gives the id `_R_` to different scripts with and without streaming; nothing uses this id. */
const scriptsOf = (html: string) =>
  [...html.replaceAll(' id="_R_"', '').matchAll(/<script ([^>]*)>/g)]
    .map((tag) => tag[1]!.split(' ').toSorted().join(' '))
    .toSorted()

const form = (
  <form action={() => {}}>
    <button type="submit">Wyślij</button>
  </form>
)

test('a page rendered in one piece is a complete document with the entry script at its end', () => {
  expect(whole(<p>Treść</p>)).toBe(
    '<!DOCTYPE html><html lang="pl"><head><title>Strona</title></head><body><p>Treść</p>' +
      `<script nonce="abc">${entryScript(assets)}</script></body></html>`,
  )
})

test('a promise marked as fulfilled is rendered in place', async () => {
  const value = Promise.resolve('Późna treść')
  markFulfilled(value, await value)
  expect(
    whole(
      <Suspense fallback={<i>Chwila</i>}>
        <Late value={value} />
      </Suspense>,
    ),
  ).toContain('<p>Późna treść</p>')
})

test.each([
  ['is pending', () => <Late value={new Promise(() => {})} />],
  ['has come, but is not marked', () => <Late value={Promise.resolve('Treść')} />],
  ['fails', () => <Failing />],
])('a page is streamed, not rendered in one piece, where a Suspense child %s', (_, part) => {
  expect(whole(<Suspense fallback={<i>Chwila</i>}>{part()}</Suspense>)).toBeNull()
})

test('rendering without a stream returns null for a page that throws', () => {
  expect(whole(<Failing />)).toBeNull()
})

test('the content of a Suspense boundary is rendered in place even if it is long', () => {
  const much = Array.from({ length: 5_000 }, (_, at) => <p key={at}>Jeden z wielu długich akapitów</p>)
  const page = whole(
    <>
      <Suspense fallback={<i>Chwila</i>}>{much}</Suspense>
      <b>Koniec</b>
    </>,
  )!
  expect(page.indexOf('długich')).toBeLessThan(page.indexOf('Koniec'))
  expect(page).not.toContain('Chwila')
})

test('a page rendered in one piece has the same scripts as a streamed one, each with the nonce', async () => {
  const page = whole(form)!
  expect(page).toContain('<script id="_R_" nonce="abc">')
  expect(scriptsOf(page)).toEqual(scriptsOf(await streamed(form)))
})

test('the script at the end of a page loads the entry and preloads the scripts of the page', () => {
  const page = whole(<p>Treść</p>)!
  expect(page).toContain('("/assets/entry.js",["/assets/page.js"])</script></body></html>')
  expect(page).not.toContain('modulepreload" href')
})
