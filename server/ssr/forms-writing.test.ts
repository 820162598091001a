import { describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { makePng } from '#server/media/testing/pictures.ts'
import { makeMp4 } from '#server/media/testing/videos.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { browserOf } from '#server/test/forms/browser.ts'
import type { HtmlForm } from '#server/test/forms/html-forms.ts'
import { categoryMembership } from '#server/features/categories/table.ts'
import { comment } from '#server/features/comments/table.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const [creator, writer, stranger] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
const category = await createCategory(t.db, { creator, name: 'grzyby' })
await createCategory(t.db, { creator, name: 'rowery' })
await joinCategory(t.db, writer, category)
const writing = await browserOf(t, writer)
const api = await t.as(writer)

const png = (size: number) => new File([Uint8Array.from(makePng(size, 10))], `${size}.png`, { type: 'image/png' })
const fieldsOf = ({ fields }: HtmlForm) => Object.fromEntries(fields)
const buttonOf = ({ buttons }: HtmlForm, text: string) => buttons.find((button) => button.text === text)!
const openForm = async (query: string) =>
  writing.formIn(await writing.open(`/submit?community=grzyby${query}`), 'posts.create')

// A form submitted at once is treated as a robot's.
function waited(form: HtmlForm): HtmlForm {
  const later = t.clock.now().getTime() + 2_000
  t.clock.now = () => new Date(later)
  return form
}
const idOf = (location: string | null) => Number(/\/post\/(\d+)/.exec(location ?? '')?.[1])
const publish = (form: HtmlForm) => buttonOf(form, 'Opublikuj')

describe('a new post without JavaScript', () => {
  test('a text post is published in the community of the URL, with its flair and its spoiler', async () => {
    const { flairs } = await (
      await t.as(creator)
    ).categories.setFlairs({ category_id: category.id, flairs: [{ label: 'Pytanie', color: 'red' }] })
    const form = waited(await openForm(''))
    const typed = { title: 'Pierwszy bez skryptów', content: 'Treść', flair_id: String(flairs[0]!.id) }
    const made = await writing.send({ ...form, fields: [...form.fields, ['is_spoiler', 'on']] }, typed, publish(form))
    expect(made.status).toBe(303)
    expect(await api.posts.get({ post_id: idOf(made.location) })).toMatchObject({
      title: typed.title,
      content: 'Treść',
      is_spoiler: true,
      flair: { label: 'Pytanie' },
      category: { name: 'grzyby' },
    })
  })

  test('FORM-2 a refused post form has an error status and keeps everything typed', async () => {
    const form = waited(await openForm('&mode=link'))
    const typed = { title: 'ab', link_url: 'https://example.org/a?b=c&d', content: 'Linia\n\nDruga <b>' }
    const refused = await writing.send(form, typed, publish(form))
    expect([refused.status, refused.alert !== null]).toEqual([422, true])
    expect(fieldsOf(writing.formIn(refused, 'posts.create'))).toMatchObject(typed)
  })

  test('a community is chosen on a page of choices, which keeps typed text', async () => {
    const form = writing.formIn(await writing.open('/submit'), 'posts.create')
    const found = await writing.send(form, { title: 'Bez społeczności', '_q.find': 'grzy' }, buttonOf(form, 'Szukaj'))
    expect(found.status).toBe(200)
    const choices = writing.formIn(found, 'posts.create')
    expect(choices.buttons.map(({ text }) => text)).not.toContain('r/rowery')
    const chosen = writing.formIn(await writing.send(choices, {}, buttonOf(choices, 'r/grzyby')), 'posts.create')
    expect(fieldsOf(chosen)).toMatchObject({ title: 'Bez społeczności', category_id: String(category.id) })
    const made = await writing.send(waited(chosen), {}, publish(chosen))
    expect(made.status).toBe(303)
  })

  test('switching the kind of post keeps typed text, and a poll is published with its options', async () => {
    const form = await openForm('')
    const polls = await writing.send(form, { title: 'Jaki koszyk?' }, buttonOf(form, 'Ankieta'))
    const poll = writing.formIn(polls, 'posts.create')
    expect(fieldsOf(poll).title).toBe('Jaki koszyk?')
    expect(poll.fields.filter(([name]) => name === 'poll.options')).toHaveLength(6)
    const typed = { 'poll.options': ['Wiklinowy', '', '', '', '', ''], 'poll.hours': '72' }
    const refused = await writing.send(waited(poll), typed, publish(poll))
    expect(refused.status).toBe(422)
    const again = writing.formIn(refused, 'posts.create')
    expect(again.fields.filter(([name]) => name.startsWith('poll.'))).toEqual([
      ...typed['poll.options'].map((option): [string, string] => ['poll.options', option]),
      ['poll.hours', '72'],
    ])
    const options = ['Wiklinowy', 'Plastikowy', 'Materiałowy', '', '', '']
    const made = await writing.send(waited(again), { 'poll.options': options }, publish(again))
    const { poll: stored, id } = await api.posts.get({ post_id: idOf(made.location) })
    expect(stored!.options.map(({ text }) => text)).toEqual(options.slice(0, 3))

    const ballot = writing.formIn(await writing.open(`/post/${id}`), 'polls.vote')
    const voted = await writing.send({
      ...ballot,
      fields: [...ballot.fields, ['option_id', String(stored!.options[1]!.id)]],
    })
    expect(voted).toMatchObject({ status: 303, location: `/post/${id}` })
    expect((await api.posts.get({ post_id: id })).poll).toMatchObject({ total_votes: 1 })
  })

  test('pictures are previewed before publishing, and published in the typed order', async () => {
    const form = await openForm('&mode=image')
    expect([form.isMultipart, form.fileFields]).toEqual([true, ['images']])
    const shown = await writing.send(form, { title: 'Galeria', images: [png(11), png(12), png(13)] }, publish(form))
    expect(shown.status).toBe(200)
    expect(shown.html).toMatch(/role="status"[^>]*>.{0,400}Plik jest dodany/s)
    const gallery = writing.formIn(shown, 'posts.create')
    const urls = [0, 1, 2].map((at) => fieldsOf(gallery)[`images.${at}.url`]!)
    expect(new Set(urls).size).toBe(3)
    expect(shown.html).toContain(`src="${urls[0]}`)
    const typed = { '_order.images.2': '1', 'images.0.alt': 'Borowik' }
    const more = writing.formIn(
      await writing.send(
        { ...gallery, fields: [...gallery.fields, ['_drop', 'images.1']] },
        { ...typed, images: png(14) },
      ),
      'posts.create',
    )
    const sent = fieldsOf(more)
    expect([sent['images.0.url'], sent['images.1.url'], sent['images.1.alt']]).toEqual([urls[2], urls[0], 'Borowik'])
    expect(sent.title).toBe('Galeria')
    const made = await writing.send(waited(more), {}, publish(more))
    const { images } = await api.posts.get({ post_id: idOf(made.location) })
    expect(images.map(({ url, alt }) => [url, alt])).toEqual([
      [urls[2]!, ''],
      [urls[0]!, 'Borowik'],
      [sent['images.2.url']!, ''],
    ])
  })

  test('a file that is no picture is refused with an error, and the typed title is kept', async () => {
    const form = await openForm('&mode=image')
    const broken = new File(['To nie jest obraz'], 'a.png', { type: 'image/png' })
    const refused = await writing.send(form, { title: 'Nie wyszło', images: broken }, publish(form))
    expect([refused.status, refused.alert !== null]).toEqual([415, true])
    expect(fieldsOf(writing.formIn(refused, 'posts.create')).title).toBe('Nie wyszło')
  })

  test('a non-member joins the community by a button of the post form, which keeps typed text', async () => {
    const visiting = await browserOf(t, stranger)
    const form = visiting.formIn(await visiting.open('/submit?community=grzyby'), 'posts.create')
    const joined = await visiting.send(form, { title: 'Najpierw dołączę' }, buttonOf(form, 'Dołącz'))
    expect(joined.status).toBe(200)
    expect(await t.db.$count(categoryMembership, eq(categoryMembership.user_id, stranger.id))).toBe(1)
    expect(fieldsOf(visiting.formIn(joined, 'posts.create')).title).toBe('Najpierw dołączę')
  })

  test('a text is previewed as it will be published', async () => {
    const form = await openForm('')
    const shown = await writing.send(form, { content: '**Ważne**' }, buttonOf(form, 'Podgląd'))
    expect([shown.status, shown.html.includes('<strong>Ważne</strong>')]).toEqual([200, true])
    expect(fieldsOf(writing.formIn(shown, 'posts.create')).content).toBe('**Ważne**')
  })
})

test('a picture of a comment is previewed before sending, and can be removed', async () => {
  const thread = await createPost(t.db, { author: creator, category })
  const form = writing.formIn(await writing.open(`/post/${thread.id}`), 'comments.create')
  expect(form.fileFields).toEqual(['image_url', 'video_url'])
  const shown = writing.formIn(
    await writing.send(form, { content: 'Z obrazkiem', image_url: png(21) }),
    'comments.create',
  )
  const url = fieldsOf(shown).image_url
  expect(url).toStartWith('/media/')
  const without = { ...shown, fields: [...shown.fields, ['_drop', 'image_url'] as [string, string]] }
  for (const sent of [shown, without]) {
    expect((await writing.send(sent, {}, buttonOf(sent, 'Skomentuj'))).status).toBe(303)
  }
  const made = await t.db.select().from(comment).where(eq(comment.post_id, thread.id)).orderBy(desc(comment.id))
  expect(made.map(({ image_url }) => image_url)).toEqual([null, url!])
})

test('an upload form without a page to return to redirects to the uploaded file', async () => {
  const [, token] = /name="_token" value="([^"]+)"/.exec((await writing.open('/submit')).html)!
  const form: HtmlForm = {
    action: '/act/uploads.image',
    call: 'uploads.image',
    method: 'post',
    isMultipart: true,
    fields: [['_token', token!]],
    controls: [{ name: 'file', type: 'file', value: '', isChosen: false, options: [] }],
    fileFields: ['file'],
    buttons: [],
  }
  const sent = await writing.send(form, { file: png(31) })
  expect(sent.status).toBe(303)
  expect(sent.location).toStartWith('/media/')
  expect((await writing.send(form)).status).toBe(422)
})

test('A11Y-7 a video gets captions and a description without JavaScript, in the new post and by an edit', async () => {
  const captions = (text: string) => new File([`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`], 'a.srt')
  const form = waited(await openForm('&mode=video'))
  expect(form.fileFields).toEqual(['video_url', 'captions_url'])
  const video_url = new File([Uint8Array.from(makeMp4({ pictures: 'film bez skryptów' }))], 'a.mp4')
  const typed = { title: 'Film z napisami', video_alt: 'Kot goni kulę światła.', captions_lang: 'en' }
  const shown = writing.formIn(
    await writing.send(form, { ...typed, video_url, captions_url: captions('Hello') }),
    'posts.create',
  )
  expect(fieldsOf(shown)).toMatchObject(typed)
  const sent = await writing.send(waited(shown), {}, publish(shown))
  const post_id = idOf(sent.location)
  const made = await api.posts.get({ post_id })
  expect(made).toMatchObject({ captions_lang: 'en', video_alt: typed.video_alt })
  const page = (await writing.open(`/post/${post_id}`)).html
  expect(page).toContain(`<track kind="captions" src="${made.captions_url}" srcLang="en" label="Angielskie"/>`)
  expect(page).toContain(typed.video_alt)
  expect((await writing.open(`/post/${post_id}/transcript`)).html).toContain('Hello')

  const edit = writing.formIn(await writing.open(`/post/${post_id}?edit=post`), 'posts.edit')
  const without = { ...edit, fields: [...edit.fields, ['_drop', 'captions_url'] as [string, string]] }
  expect((await writing.send(without, {}, buttonOf(edit, 'Zapisz zmiany'))).status).toBe(303)
  expect((await api.posts.get({ post_id })).captions_url).toBeNull()
  const empty = (await writing.open(`/post/${post_id}`)).html
  expect(empty).toContain('bez napisów')
  expect(empty).toContain('Dodaj napisy i opis')
  const again = writing.formIn(await writing.open(`/post/${post_id}?edit=post`), 'posts.edit')
  const refused = await writing.send(again, { captions_url: new File(['bez czasu'], 'a.srt') })
  expect([refused.status, refused.html.includes('Wiersz 1: tu powinien być czas')]).toEqual([415, true])
  const filled = writing.formIn(await writing.send(again, { captions_url: captions('Cześć') }), 'posts.edit')
  expect((await writing.send(filled, {}, buttonOf(filled, 'Zapisz zmiany'))).status).toBe(303)
  expect((await api.posts.get({ post_id })).captions_url).toMatch(/^\/media\/c\//)
})
