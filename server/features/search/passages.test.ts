import { expect, test } from 'bun:test'
import { LIMITS } from '#shared/limits.ts'
import { SPOILER_COVER } from '#server/markdown/markdown.ts'
import { createTestApp } from '#server/test/app.ts'
import { createComment, createPost } from '#server/test/factories.ts'
import { highlight, textOfHtml } from './highlights.ts'
import { loadPassages, type Passage } from './passages.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const found = { words: new Set(['kot', 'strasse', 'привет']), beginnings: ['samoch'] }
const filler = (length: number) => 'Zażółć & „gęślą” «jaźń»… '.repeat(Math.ceil(length / 25))

const passageOf = async (content: string, columns: Parameters<typeof createPost>[1] = {}) =>
  (await loadPassages(t.db, 'posts', [(await createPost(t.db, { content, ...columns })).id], found))[0]!

const marked = ({ html, covered, isCutBefore, isCutAfter }: Passage) =>
  highlight(textOfHtml(html, covered), found, { isCutBefore, isCutAfter })

test('the excerpt of a long text surrounds the match, however far from the beginning', async () => {
  const passage = await passageOf(`${filler(30_000)} Tu KÓT śpi. ${filler(5_000)}`)
  expect(passage.html.length).toBeLessThanOrEqual(1_300)
  expect(passage).toMatchObject({ isCutBefore: true, isCutAfter: true, covered: 0 })
  expect(marked(passage)).toMatch(/^….*jaźń»… Tu <mark>KÓT<\/mark> śpi\. Zażółć &amp; .*…$/)
  for (const [text, mark] of [
    ['Straße', 'Straße'],
    ['STRASSE', 'STRASSE'],
    ['Привет', 'Привет'],
    ['Samochodami', 'Samochodami'],
  ]) {
    expect(marked(await passageOf(`${filler(3_000)} ${text}.`))).toContain(`<mark>${mark}</mark>.`)
  }
})

test('an excerpt does not match a longer word that begins with the searched word, or a word in a URL', async () => {
  const inTag = `${filler(1_500)} [tu](https://example.org/kot/x) ${filler(2_000)}`
  expect((await passageOf(inTag)).html).toBe('')
  expect(marked(await passageOf(`${inTag} kotlet i kot`))).toContain('kotlet i <mark>kot</mark>')
})

test('an excerpt hides spoilers that began before it and splits no HTML tag or character', async () => {
  const covered = await passageOf(
    `${filler(2_000)} >!${'tajne '.repeat(100)} kot ${'tajne '.repeat(100)}!< ${filler(2_000)}`,
  )
  expect(covered.covered).toBe(1)
  expect(marked(covered)).toBeNull()
  const after = await passageOf(`${filler(2_000)} >!${'tajne '.repeat(10)}!< ${'jawne '.repeat(20)} kot`)
  expect(marked(after)).not.toContain('tajne')
  for (let at = 150; at < 420; at += 3) {
    const html = marked(
      await passageOf(
        `${filler(1_200)} >!tajne!< [link](https://example.org/${'a'.repeat(60)}) & ${'x'.repeat(at % 210)} kot ` +
          `${'& '.repeat(at)}`,
      ),
    )!
    expect(html).not.toMatch(/tajne|href|span|amp;amp|&(?!amp;|quot;|#39;|lt;|gt;)/)
    expect(html).toContain('<mark>kot</mark>')
  }
  expect((await passageOf(`${filler(2_000)} kot`, { is_spoiler: true })).html).toBe('')
  expect(textOfHtml('tajne</span> jawne &a', 1)).toBe('jawne')
  expect(textOfHtml('a <span class="spoiler">kto')).toBe(`a ${SPOILER_COVER}`)
})

test('at most two million bytes of HTML are searched for the excerpts of a page', async () => {
  const ids: number[] = []
  for (let at = 0; at < 55; at += 1)
    ids.push((await createPost(t.db, { content: `${'a'.repeat(LIMITS.postText - 10)} kot` })).id)
  const passages = await loadPassages(t.db, 'posts', ids, found)
  expect(passages.map(({ id }) => id)).toEqual(ids)
  expect(passages.filter(({ html }) => html !== '')).toHaveLength(50)
})

test('a page of comment search results is limited in bytes, and the next pages have the further comments', async () => {
  const under = await createPost(t.db)
  for (let at = 0; at < 50; at += 1)
    await createComment(t.db, { post: under, content: `Tasiemiec ${'słowo '.repeat(1_600)}` })
  const sizes: number[] = []
  const ids: number[] = []
  let cursor: string | undefined
  do {
    const page = await visitor.search.find({ q: 'tasiemiec', type: 'comments', limit: 100, cursor })
    expect(page.total).toBe(50)
    sizes.push(page.results.reduce((sum, { item }) => sum + Buffer.byteLength(JSON.stringify(item)), 0))
    ids.push(...page.results.map(({ item }) => item.id))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(new Set(ids).size).toBe(50)
  expect(ids).toHaveLength(50)
  expect(sizes.length).toBeGreaterThan(1)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(LIMITS.commentPageBytes * 1.1)
})
