import { expect, test } from 'bun:test'
import { Fragment, useId, type ReactNode } from 'react'
import { Kept, KeptPartsContext, useFormPlace } from '#site/core/kept-parts.tsx'
import type { Runtime } from '#site/core/page.ts'
import { createMarkups, createPageParts, type Markups } from './kept-parts.ts'
import { renderWhole } from './whole-page.ts'

const reader = { lang: 'pl', variant: 'normal', site: { name: 'Forum' }, viewer: null } as unknown as Runtime

function page(markups: Markups | null, body: ReactNode, of: Partial<Runtime> = {}, path = '/'): string {
  const parts = markups && createPageParts(markups, { ...reader, ...of }, { now: 0, path })
  const document = (
    <html lang="pl">
      <head>
        <title>Strona</title>
      </head>
      <body>
        <KeptPartsContext value={parts}>{body}</KeptPartsContext>
      </body>
    </html>
  )
  return renderWhole(document, { preloads: [], nonce: 'abc' }, parts)!.toString()
}

function countedCard() {
  const seen = { rendered: 0 }
  function Card({ title }: { title: string }) {
    seen.rendered += 1
    return <article>{title}</article>
  }
  const list = (titles: string[]) =>
    titles.map((title) => (
      <Kept key={title} name="card" state={() => [title]}>
        {() => <Card title={title} />}
      </Kept>
    ))
  return { seen, list }
}

test('a cached fragment is not rendered again, and keeps its position in the page', () => {
  const markups = createMarkups(false)
  const { seen, list } = countedCard()
  const first = page(markups, list(['Zażółć <b>', 'Gęśl']))
  expect(first).toContain('<body><article>Zażółć &lt;b&gt;</article><article>Gęśl</article></body>')
  expect(page(markups, list(['Zażółć <b>', 'Gęśl']))).toBe(first)
  expect(seen.rendered).toBe(2)
  expect(page(markups, list(['Nowa', 'Gęśl']))).toContain('<article>Nowa</article><article>Gęśl</article>')
  expect(seen.rendered).toBe(3)
})

test('a cached fragment is rendered again for another language, the adult host, another site name or a member', () => {
  const markups = createMarkups(false)
  const { seen, list } = countedCard()
  const others = [
    {},
    { lang: 'en' },
    { variant: 'adult' },
    { site: { name: 'Inne' } },
    { viewer: { id: 1 } },
  ] as unknown as Partial<Runtime>[]
  for (const of of [...others, ...others]) page(markups, list(['Karta']), of)
  expect(seen.rendered).toBe(others.length)
})

test('outside production, a cached part of a page throws if its markup depends on state it does not declare', () => {
  const markups = createMarkups(true)
  let turn = 0
  const body = () => (
    <Kept name="card" state={() => []}>
      {() => <p>{(turn += 1)}</p>}
    </Kept>
  )
  expect(page(markups, body())).toContain('<p>1</p>')
  expect(() => page(markups, body())).toThrow('depends on more than its state')
})

test.each([
  ['ids by their place', <p key="a" id="_R_1_" />],
  ['a script', <script key="a" type="application/json" />],
  ['a picture that loads at once', <img key="a" src="/a.webp" alt="" />],
])('a fragment with %s is not cached but rendered again for each page', (_, part) => {
  const markups = createMarkups(false)
  const body = (
    <Kept name="part" state={() => []}>
      {() => <div>{part}</div>}
    </Kept>
  )
  expect(page(markups, body)).toBe(page(markups, body))
  expect(markups.known.size).toBe(0)
})

test('a cached fragment inside another one leaves no markers in the page', () => {
  const markups = createMarkups(false)
  const body = (
    <Kept name="outer" state={() => []}>
      {() => (
        <ul>
          <Kept name="inner" state={() => []}>
            {() => <li>x</li>}
          </Kept>
        </ul>
      )}
    </Kept>
  )
  for (const _ of [1, 2]) expect(page(markups, body)).toContain('<body><ul><li>x</li></ul></body>')
})

test('forms in a cached fragment get the CSRF token of their reader and the URL of their page', () => {
  const markups = createMarkups(false)
  function Form() {
    const { token, here } = useFormPlace({ token: 'own', here: '/own' })
    return (
      <form>
        <input name="_token" value={token} readOnly />
        <input name="_next" value={here} readOnly />
      </form>
    )
  }
  const body = (
    <Kept name="form" state={() => []}>
      {() => <Form />}
    </Kept>
  )
  for (const [form_token, path, shown] of [
    ['first', '/?a=1&b="', '/?a=1&amp;b=&quot;'],
    ['second', '/r/x', '/r/x'],
  ] as const) {
    const html = page(markups, body, { form_token }, path)
    expect(html).toContain(`name="_token" value="${form_token}"`)
    expect(html).toContain(`name="_next" value="${shown}"`)
  }
  expect(markups.known.size).toBe(1)
})

test('a page has the same bytes and generated ids with and without cached fragments', () => {
  const Field = () => <input id={useId()} />
  const body = (
    <main>
      tekst
      {['Ą', 'Ć'].map((title) => (
        <Fragment key={title}>
          <Kept name="card" state={() => [title]}>
            {() => (
              <article>
                {title} i {title}
              </article>
            )}
          </Kept>
          <Field />
        </Fragment>
      ))}
      <Field />
      tekst
    </main>
  )
  const markups = createMarkups(false)
  for (const _ of [1, 2]) expect(page(markups, body)).toBe(page(null, body))
  expect(markups.known.size).toBe(2)
})
