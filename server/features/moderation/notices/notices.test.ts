import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import { isNoticeReference } from '#shared/rules/notice-reference.ts'
import { addJob } from '#server/jobs/add.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUpload, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { receivedBy } from '../../mails/testing/mails.ts'
import { decideNotices } from './close.ts'
import { notice } from './table.ts'

const t = await createTestApp({ PUBLIC_URL: 'https://watek.example', ADULT_HOST: 'nsfw.watek.example' })
const visitor = await t.as(null)
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

const WHY = 'Ten tekst publicznie nawołuje do przemocy wobec konkretnej osoby.'
const about = (url: string) => ({ url, category: 'violence' as const, text: WHY, good_faith: true as const })
const address = () => `ktos.${crypto.randomUUID().slice(0, 8)}@example.org`

async function rowOf(reference: string) {
  const [row] = await t.db.select().from(notice).where(eq(notice.reference, reference))
  return row!
}

describe('MOD-11 a notice of illegal content', () => {
  test('a notice of illegal content requires no account, and its URL is resolved to the content', async () => {
    const home = await createCategory(t.db)
    const hash = '0123456789abcdef0123456789abcdef01234567'.replace(/^.{8}/, crypto.randomUUID().slice(0, 8))
    const file = await createUpload(t.db, { url: `/media/i/${hash}-640x480.webp`, content_hash: hash })
    const post = await createPost(t.db, { category: home, images: [{ url: file.url, alt: '' }] as never })
    const [comment, author] = [await createComment(t.db, { post }), await createUser(t.db)]
    const none = { post_id: null, comment_id: null, user_id: null, category_id: null }
    const found: [string, object][] = [
      [`https://watek.example/post/${post.id}`, { post_id: post.id }],
      [`/post/${post.id}/`, { post_id: post.id }],
      [`watek.example/post/${post.id}?x=1`, { post_id: post.id }],
      [`http://NSFW.watek.example:8080/post/${post.id}`, { post_id: post.id }],
      [`https://watek.example/post/${post.id}?comment=${comment.id}#comment-${comment.id}`, { comment_id: comment.id }],
      [`/post/${post.id}#comment-${comment.id}`, { comment_id: comment.id }],
      [`/r/${home.name.toUpperCase()}?sort=new`, { category_id: home.id }],
      [`/c/${home.name}`, { category_id: home.id }],
      [`/u/${author.username.toUpperCase()}`, { user_id: author.id }],
      [`https://watek.example${file.url.replace('.webp', '-480.webp')}`, { post_id: post.id }],
      ['/post/2000000000', {}],
      ['/post/99999999999999', {}],
      ['/post/x', {}],
      ['/r/nie_ma', {}],
      ['/r/%00%zz', {}],
      ['/u/', {}],
      ['/conversation/ktos', {}],
      ['/', {}],
      ['//x:y/', {}],
    ]
    for (const [url, target] of found) {
      const { reference } = await visitor.notices.create(about(url))
      expect(isNoticeReference(reference)).toBe(true)
      expect([url, await rowOf(reference)]).toMatchObject([
        url,
        {
          ...none,
          ...target,
          reason_code: 'violence',
          text: WHY,
          name: null,
          email: null,
          language: 'pl',
          decided_at: null,
        },
      ])
    }
  })

  test('a notice of illegal content links to a path of this site, even if its URL has extra slashes', async () => {
    const addresses = [
      'https://watek.example//evil.example/x',
      '//evil.example/x',
      '/\\\\evil.example/x',
      'https://watek.example/\\evil.example/x',
      'https://watek.example////evil.example/x',
    ]
    for (const url of addresses) {
      const { reference } = await visitor.notices.create(about(url))
      expect([url, (await rowOf(reference)).url]).toEqual([url, '/evil.example/x'])
    }
    await t.db.update(notice).set({ url: '//evil.example/old' }).where(eq(notice.url, '/evil.example/x'))
    const { items } = await admin.queue.list({ kind: 'notices', limit: 100 })
    const shown = items.map(({ target }) => target.url)
    expect(shown.filter((url) => url.endsWith('/old'))).toEqual(Array(addresses.length).fill('/evil.example/old'))
    expect(shown.filter((url) => url.startsWith('//'))).toEqual([])
  })

  test('a notice of illegal content needs good faith, a URL of this site, and an empty honeypot field', async () => {
    const { good_faith, ...unsworn } = about('/')
    const refused: [object, string[]][] = [
      [unsworn, ['good_faith']],
      [{ ...unsworn, good_faith: false }, ['good_faith']],
      [{ ...unsworn, good_faith: 'true' }, ['good_faith']],
      ...[
        'https://example.org/post/1',
        'https://watek.example.org/',
        'https://x@evil.example/',
        'javascript:alert(1)',
        'ftp://watek.example/',
        'tekst ze spacją',
        ' ',
      ].map((url): [object, string[]] => [about(url), ['url']]),
      [{ ...about('/'), category: 'nieznany' }, ['category']],
      [{ ...about('/'), text: `${'x'.repeat(19)} ` }, ['text']],
      [{ ...about('/'), text: 'x'.repeat(2001) }, ['text']],
      [{ ...about('/'), name: 'x'.repeat(101) }, ['name']],
      [{ ...about('/'), email: 'ktos@example' }, ['email']],
      [{ ...about('/'), email: 'a@example.org\nBcc: b@example.org' }, ['email']],
      [{ ...about('/'), website: 'https://spam.example' }, ['website']],
      [{}, ['url', 'category', 'text', 'good_faith']],
    ]
    expect(good_faith).toBe(true)
    for (const [input, fields] of refused) {
      const { status, issues } = await failure(visitor.notices.create(input as never))
      expect([input, status, Object.keys(issues)]).toEqual([input, 422, fields])
    }
    expect(await visitor.notices.create({ ...about('/'), name: '', email: ' ', website: '' })).toEqual({
      reference: expect.any(String),
    })
  })

  test('a notice of illegal content may be sent by suspended members, and only from pages of this site', async () => {
    const member = await createUser(t.db)
    await admin.moderation.ban({ user_id: member.id, category_id: null, reason_code: 'other' })
    expect(await (await t.as(member)).notices.create(about('/'))).toEqual({ reference: expect.any(String) })
    expect(
      await failure((await t.as(null, { headers: { origin: 'https://evil.example' } })).notices.create(about('/'))),
    ).toMatchObject({ status: 403 })
  })
})

describe('MOD-11 the sender of a notice', () => {
  test("mails to the sender of a notice of illegal content are in the sender's language, not quoting it", async () => {
    const post = await createPost(t.db, { title: 'Kup tanio spam.example' })
    const [polish, english] = [address(), address()]
    const typed = {
      ...about(`/post/${post.id}?q=spam.example`),
      name: 'Kup tanio spam.example',
      text: `Kup tanio na https://spam.example/ ${WHY}`,
    }
    const { reference } = await visitor.notices.create({ ...typed, email: polish })
    const second = await (await t.as(null, { lang: 'en' })).notices.create({ ...typed, email: english })
    await visitor.notices.create(typed)
    await runJobs(t.services)
    expect(await receivedBy(t, { email: polish })).toMatchObject([
      {
        subject: `Przyjęliśmy zgłoszenie ${reference} – Wątek`,
        text: expect.stringContaining('Powód zgłoszenia: przemoc.'),
      },
    ])
    expect(await receivedBy(t, { email: english })).toMatchObject([
      {
        subject: `We received your notice ${second.reference} – Wątek`,
        text: expect.stringContaining(`https://watek.example/post/${post.id}\n`),
      },
    ])

    await admin.moderation.remove({ post_id: post.id, reason_code: 'violence', text: 'Prywatne słowa do autora' })
    await runJobs(t.services)
    const [, polishDecision] = await receivedBy(t, { email: polish })
    expect(polishDecision!.subject).toBe(`Decyzja w sprawie zgłoszenia ${reference} – Wątek`)
    expect(polishDecision!.text).toContain('treści, której dotyczyło, nikt już nie zobaczy')
    expect(polishDecision!.text).toContain('W ciągu sześciu miesięcy')
    const mails = [...(await receivedBy(t, { email: polish })), ...(await receivedBy(t, { email: english }))]
    expect(mails).toHaveLength(4)
    for (const { subject, text, html } of mails) expect(subject + text + html).not.toMatch(/spam\.example|Prywatne/)
    expect(await rowOf(second.reference)).toMatchObject({
      outcome: 'removed',
      decided_at: expect.any(Date),
      decision_id: expect.any(Number),
    })
  })

  test('a removal by any call closes the notice of illegal content about it, and no other notices', async () => {
    const moderator = await createUser(t.db)
    const post = await createPost(t.db, { category: await createCategory(t.db, { creator: moderator }) })
    const [comment, other] = [await createComment(t.db, { post }), await createComment(t.db, { post })]
    const email = address()
    const filed = await visitor.notices.create({ ...about(`/post/${post.id}?comment=${comment.id}`), email })
    const open = [
      await visitor.notices.create(about(`/post/${post.id}`)),
      await visitor.notices.create(about(`/post/${post.id}?comment=${other.id}`)),
    ]
    await (await t.as(moderator)).moderation.remove({ comment_id: comment.id, reason_code: 'off_topic' })
    expect(await rowOf(filed.reference)).toMatchObject({ outcome: 'removed' })
    for (const { reference } of open) expect(await rowOf(reference)).toMatchObject({ outcome: null, decided_at: null })
    await admin.admin.removePost({ post_id: post.id })
    expect(await rowOf(open[0]!.reference)).toMatchObject({ outcome: 'removed' })
    await runJobs(t.services)
    expect((await receivedBy(t, { email })).map(({ subject }) => subject)).toEqual([
      `Przyjęliśmy zgłoszenie ${filed.reference} – Wątek`,
      `Decyzja w sprawie zgłoszenia ${filed.reference} – Wątek`,
    ])
  })

  test('the sender of a notice of illegal content gets one mail with the reason if the content stays', async () => {
    const email = address()
    const { reference } = await visitor.notices.create({ ...about('/'), email })
    const { id } = await rowOf(reference)
    const closing = { outcome: 'kept' as const, answer: 'To satyra.', now: new Date() }
    expect(await decideNotices(t.db, { id }, closing)).toBe(1)
    expect(await decideNotices(t.db, { id }, { ...closing, outcome: 'removed' })).toBe(0)
    await runJobs(t.services)
    const [, decided, ...more] = await receivedBy(t, { email })
    expect(more).toEqual([])
    expect(decided!.text).toContain('treść zostaje')
    expect(decided!.text).toContain('To satyra.\n\nDecyzję podjął człowiek.')
  })

  test('a sender of notices of illegal content gets ten mails a day, and more decisions the next day', async () => {
    const strict = await createTestApp({ RATE_LIMIT_SCALE: '1' })
    const email = address()
    const files = Array.from({ length: 12 }, async (_, n) =>
      (await strict.as(null, { address: `10.${n}.0.1` })).notices.create({ ...about('/'), email }),
    )
    expect(new Set((await Promise.all(files)).map(({ reference }) => reference)).size).toBe(12)
    await runJobs(strict.services)
    expect(await receivedBy(strict, { email })).toHaveLength(10)
    const [row] = await strict.db.select({ id: notice.id }).from(notice).limit(1)
    await decideNotices(strict.db, { id: row!.id }, { outcome: 'kept', now: new Date() })
    await runJobs(strict.services)
    expect(await receivedBy(strict, { email })).toHaveLength(10)
    const [waiting] = await strict.db.execute<{ hours: number }>(
      sql`select round(extract(epoch from run_at - now()) / 3600)::int as hours from graphile_worker.jobs
        where task_identifier = 'send_notice_mail'`,
    )
    expect(waiting).toEqual({ hours: 24 })
  })

  test('a network address can send at most ten notices of illegal content an hour', async () => {
    const strict = await createTestApp({ RATE_LIMIT_SCALE: '1' })
    const stranger = await strict.as(null)
    for (let n = 0; n < 10; n += 1) await stranger.notices.create(about('/'))
    expect(await failure(stranger.notices.create(about('/')))).toMatchObject({ status: 429 })
  })

  test('sender and text of a decided notice of illegal content are erased after a year; statistics stay', async () => {
    const { reference } = await visitor.notices.create({ ...about('/'), name: 'Jan Nowak', email: address() })
    const open = await visitor.notices.create({ ...about('/'), name: 'Jan Nowak' })
    await decideNotices(t.db, { id: (await rowOf(reference)).id }, { outcome: 'kept', answer: 'Nie', now: new Date() })
    const erase = async (after: number) => {
      t.clock.now = () => new Date(Date.now() + after)
      await addJob(t.db, 'erase_notices', {})
      await runJobs(t.services)
      t.clock.now = () => new Date()
    }
    await erase(LIFETIME.decidedNotice - 60_000)
    expect(await rowOf(reference)).toMatchObject({ name: 'Jan Nowak', text: WHY })
    await erase(LIFETIME.decidedNotice + 60_000)
    expect(await rowOf(reference)).toMatchObject({
      name: null,
      email: null,
      text: '',
      url: '',
      answer: '',
      reason_code: 'violence',
      outcome: 'kept',
    })
    expect(await rowOf(open.reference)).toMatchObject({ name: 'Jan Nowak', text: WHY })
  })
})

describe('MOD-11 MOD-4 a notice in the queue', () => {
  const itemOf = async (reference: string) => {
    const { items } = await admin.queue.list({ kind: 'notices', limit: 100 })
    return items.find((item) => item.notice?.reference === reference)
  }

  test('only admins see a notice of illegal content in the queue, with its text and the reported content', async () => {
    const moderator = await createUser(t.db)
    const home = await createCategory(t.db, { creator: moderator })
    const post = await createPost(t.db, { category: home })
    const [comment, email] = [await createComment(t.db, { post }), address()]
    const { reference } = await visitor.notices.create({
      ...about(`/post/${post.id}?comment=${comment.id}`),
      name: 'Jan',
      email,
    })
    const ofMember = await visitor.notices.create(about(`/u/${moderator.username}`))
    const ofHome = await visitor.notices.create(about(`/r/${home.name}`))
    const nowhere = await visitor.notices.create(about('/search?q=x'))
    expect((await (await t.as(moderator)).queue.list({})).items).toEqual([])
    expect(await itemOf(reference)).toMatchObject({
      kind: 'notices',
      target: { type: 'comment', id: comment.id },
      notice: { category: 'violence', text: WHY, name: 'Jan', email },
      status: 'open',
      reports: [],
    })
    expect((await itemOf(ofMember.reference))!.target).toMatchObject({
      type: 'user',
      id: moderator.id,
      title: moderator.username,
      url: `/u/${moderator.username}`,
    })
    expect((await itemOf(ofHome.reference))!.target).toMatchObject({ type: 'category', id: home.id })
    expect((await itemOf(nowhere.reference))!.target).toMatchObject({ type: 'other', id: null, url: '/search?q=x' })
    const { id } = (await itemOf(nowhere.reference))!
    expect(await admin.queue.decide({ item_id: id, decision: 'remove', reason_code: 'illegal' })).toMatchObject({
      decision: null,
      item: { status: 'decided' },
    })
    expect(await rowOf(nowhere.reference)).toMatchObject({ outcome: 'removed' })
  })

  test("deciding a notice of illegal content in the queue mails the decider's text to the sender", async () => {
    const post = await createPost(t.db)
    const email = address()
    const { reference } = await visitor.notices.create({ ...about(`/post/${post.id}`), email })
    const { id } = (await itemOf(reference))!
    expect(await admin.queue.decide({ item_id: id, decision: 'keep', text: 'To cytat z wyroku.' })).toMatchObject({
      decision: { action: 'approved', text: '' },
    })
    expect(await itemOf(reference)).toBeUndefined()
    expect(await rowOf(reference)).toMatchObject({ outcome: 'kept', answer: 'To cytat z wyroku.' })
    await runJobs(t.services)
    expect((await receivedBy(t, { email })).at(-1)!.text).toContain('To cytat z wyroku.')
  })

  test('removing content closes all notices of illegal content about it; undoing that reopens them', async () => {
    const post = await createPost(t.db)
    const [one, two] = [
      await visitor.notices.create(about(`/post/${post.id}`)),
      await visitor.notices.create(about(`/post/${post.id}`)),
    ]
    const { decision } = await admin.queue.decide({
      item_id: (await itemOf(one.reference))!.id,
      decision: 'remove',
      reason_code: 'violence',
    })
    for (const { reference } of [one, two]) {
      expect(await itemOf(reference)).toBeUndefined()
      expect(await rowOf(reference)).toMatchObject({ outcome: 'removed', decision_id: decision!.id })
    }
    await admin.queue.undo({ decision_id: decision!.id })
    for (const { reference } of [one, two]) {
      expect(await itemOf(reference)).toMatchObject({ status: 'open', target: { id: post.id } })
      expect(await rowOf(reference)).toMatchObject({ outcome: null, decided_at: null })
    }
  })

  test('a notice of illegal content can be decided after the deletion of its content or community', async () => {
    const author = await createUser(t.db)
    const [post, home] = [await createPost(t.db, { author }), await createCategory(t.db)]
    const [own, within] = [
      await visitor.notices.create(about(`/post/${post.id}`)),
      await visitor.notices.create(about(`/post/${(await createPost(t.db, { category: home })).id}`)),
    ]
    const ofHome = await visitor.notices.create(about(`/r/${home.name}`))
    await (await t.as(author)).posts.remove({ post_id: post.id })
    await admin.admin.removeCategory({ category_id: home.id })
    for (const { reference } of [own, within, ofHome]) {
      expect(
        await admin.queue.decide({
          item_id: (await itemOf(reference))!.id,
          decision: 'remove',
          reason_code: 'illegal',
        }),
      ).toMatchObject({ decision: null })
      expect(await rowOf(reference)).toMatchObject({ outcome: 'removed' })
    }
    expect(await rowOf((await visitor.notices.create(about(`/post/${post.id}`))).reference)).toMatchObject({
      post_id: null,
    })
  })
})

describe('MOD-11 the notice form without JavaScript', () => {
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    t.request('/notice', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie: 'language=en', ...headers },
    })
  const fields = { url: '/post/1', category: 'hate', text: WHY, name: '', email: '', website: '', good_faith: 'on' }

  test('the notice form without JavaScript redirects to a page with the reference, or back with an error', async () => {
    const sent = await send(fields)
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([303, 'private, no-store'])
    const reference = new URL(sent.headers.get('location')!, 'https://watek.example').searchParams.get('reference')!
    expect(await rowOf(reference)).toMatchObject({ url: '/post/1', reason_code: 'hate', language: 'en' })
    for (const wrong of [
      { ...fields, good_faith: '' },
      { ...fields, url: 'https://example.org/' },
      { ...fields, website: 'x' },
      { url: '/post/1' },
    ]) {
      expect((await send(wrong as never)).headers.get('location')).toBe(
        `/notice?url=${encodeURIComponent(wrong.url)}&problem=invalid`,
      )
    }
    expect((await send({ ...fields, url: `${'\ud83d\ude00'.repeat(1200)}` })).status).toBe(303)
  })

  test('the notice form without JavaScript refuses requests that come from other sites or are too large', async () => {
    expect((await send(fields, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await send({ ...fields, text: 'x'.repeat(100_000) })).status).toBe(413)
    expect(
      (await t.request('/notice', { method: 'POST', body: '{', headers: { 'content-type': 'multipart/form-data' } }))
        .status,
    ).toBe(400)
  })
})
