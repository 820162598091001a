import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import webPush from 'web-push'
import { createTestApp, failure } from '#server/test/app.ts'
import { createBlock, createCategory, createPost, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { session } from '../auth/table.ts'
import { pushKeys } from './keys.ts'
import { pushRetry, pushSubscription } from './table.ts'
import { createBrowser, decrypt, startPushService } from './testing/push-service.ts'

const t = await createTestApp({
  PUBLIC_URL: 'https://watek.example',
  ADULT_HOST: 'dorosli.example',
  PUSH_ALLOW_PRIVATE: 'true',
})
const service = startPushService()
afterAll(() => service.stop())

const SECOND = 1_000
const HOUR = 3_600 * SECOND
let start = new Date()
const after = (ms: number) => {
  t.clock.now = () => new Date(start.getTime() + ms)
}
beforeEach(() => {
  start = new Date()
  after(0)
  service.answers.length = 0
})

type Member = Awaited<ReturnType<typeof member>>

async function member(host = 'watek.example') {
  const row = await createUser(t.db)
  return { ...row, api: await t.as(row, { headers: { host } }) }
}

async function subscribe({ api }: Pick<Member, 'api'>) {
  const browser = await service.add()
  const stored = await api.push.subscribe({ endpoint: browser.endpoint, keys: browser.keys })
  return { ...browser, id: stored.id }
}

function taken({ path }: { path: string }) {
  const own = service.delivered.filter((one) => one.path === path)
  service.delivered.splice(0, service.delivered.length, ...service.delivered.filter((one) => one.path !== path))
  return own
}

const shownBy = (browser: { path: string }) => taken(browser).map(({ payload }) => payload.notification)

const work = () => runJobs(t.services)

async function commenter(columns: { is_nsfw?: boolean } = {}) {
  const writer = await member()
  const category = await createCategory(t.db, columns)
  const post = await createPost(t.db, { category, title: 'Chleb na zakwasie', is_nsfw: columns.is_nsfw ?? false })
  const said = await writer.api.comments.create({ post_id: post.id, content: 'Piekę go co tydzień.' })
  const answer = async (content: string, by?: Member) =>
    (by ?? (await member())).api.comments.create({ post_id: post.id, parent_id: said.id, content })
  return { ...writer, post, said, answer }
}

describe('decrypting push messages', () => {
  test('PUSH-2 the decryption code of these tests decrypts the example message of RFC 8291', async () => {
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr' +
      'u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    const browser = {
      path: '',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      privateKey: {
        kty: 'EC',
        crv: 'P-256',
        d: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
        x: 'JXGyvs3942BVGq8e0PTNNmwRzr5VX4m8t7GGpTM5FzE',
        y: 'aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      },
    }
    expect(await decrypt(Buffer.from(body, 'base64url'), browser)).toBe('When I grow up, I want to be a watermelon')
  })

  test('PUSH-2 messages of the web-push library can be decrypted, up to the maximum size', async () => {
    for (const length of [1, 100, 3_993]) {
      const browser = await createBrowser()
      const { body } = webPush.generateRequestDetails(
        { endpoint: 'https://push.example/1', keys: browser.keys },
        'ż'.repeat(Math.floor(length / 2)) + 'a'.repeat(length % 2),
        { contentEncoding: 'aes128gcm' },
      )
      expect(body!.length).toBeLessThanOrEqual(4_096)
      expect(Buffer.from(await decrypt(new Uint8Array(body!), browser))).toHaveLength(length)
    }
  })
})

describe('push subscriptions', () => {
  test('PUSH-1 the public VAPID key is a point of P-256 and the same for everybody', async () => {
    const visitor = await t.as(null)
    const keys = await Promise.all([visitor.push.key(), visitor.push.key(), (await member()).api.push.key()])
    expect(new Set(keys.map(({ public_key }) => public_key)).size).toBe(1)
    expect(Buffer.from(keys[0].public_key, 'base64url')).toHaveLength(65)
    expect(keys[0].public_key).toBe((await pushKeys(t.services)).publicKey)
  })

  test('PUSH-1 a member subscribes, lists and removes devices for push messages', async () => {
    const { api } = await member()
    const browser = await service.add()
    const made = await api.push.subscribe({ endpoint: browser.endpoint, keys: browser.keys, device: 'Telefon' })
    expect(made).toEqual({ id: expect.any(Number), device: 'Telefon', created_at: start.toISOString() })
    expect(await api.push.list()).toEqual({ subscriptions: [{ ...made, is_current: true }] })
    expect(await api.push.remove({ subscription_id: made.id })).toEqual({ success: true })
    expect(await api.push.list()).toEqual({ subscriptions: [] })
    expect((await failure(api.push.remove({ subscription_id: made.id }))).status).toBe(404)
  })

  test('PUSH-1 subscribing a device to push again updates it; the eleventh device replaces the oldest', async () => {
    const { api } = await member()
    const browsers = await Promise.all(Array.from({ length: 11 }, () => service.add()))
    const ids: number[] = []
    for (const [at, { endpoint, keys }] of browsers.entries()) {
      after(at * SECOND)
      ids.push((await api.push.subscribe({ endpoint, keys })).id)
    }
    const { endpoint, keys } = browsers[10]!
    expect((await api.push.subscribe({ endpoint, keys })).id).toBe(ids[10]!)
    const { subscriptions } = await api.push.list()
    expect(subscriptions.map(({ id }) => id)).toEqual(ids.slice(1).toReversed())
  })

  test('PUSH-1 another account that subscribes in the same browser takes over the subscription', async () => {
    const [one, other] = [await member(), await member()]
    const { endpoint, keys } = await subscribe(one)
    await other.api.push.subscribe({ endpoint, keys })
    expect(await one.api.push.list()).toEqual({ subscriptions: [] })
    expect((await other.api.push.list()).subscriptions).toHaveLength(1)
  })

  test('PUSH-1 a push subscription cannot be taken over without its keys', async () => {
    const [one, other] = [await member(), await member()]
    const { endpoint } = await subscribe(one)
    const { keys } = await createBrowser()
    expect(await failure(other.api.push.subscribe({ endpoint, keys }))).toMatchObject({ status: 422 })
    expect((await one.api.push.list()).subscriptions).toHaveLength(1)
  })

  test('PUSH-1 a push subscription with invalid encryption keys is refused', async () => {
    const { api } = await member()
    const { endpoint, keys } = await service.add()
    const zeros = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
    for (const wrong of [
      { ...keys, p256dh: zeros },
      { ...keys, p256dh: 'AAAA' },
      { ...keys, auth: 'AAAA' },
      { ...keys, auth: '!' },
    ])
      expect((await failure(api.push.subscribe({ endpoint, keys: wrong }))).status).toBe(422)
  })

  test('PUSH-1 a device of another member cannot be seen, tested or removed', async () => {
    const [one, other] = [await member(), await member()]
    const { id } = await subscribe(one)
    expect(await other.api.push.list()).toEqual({ subscriptions: [] })
    expect((await failure(other.api.push.remove({ subscription_id: id }))).status).toBe(404)
    expect((await failure(other.api.push.test({ subscription_id: id }))).status).toBe(404)
  })

  test('PUSH-1 a test push message is delivered to the device at once', async () => {
    const one = await member()
    const browser = await subscribe(one)
    expect(await one.api.push.test({ subscription_id: browser.id })).toEqual({ success: true })
    expect(shownBy(browser)).toMatchObject([{ title: 'Powiadomienia działają', tag: 'test' }])
  })

  test('PUSH-4 a test push fails with 502 if the push service refuses it, and a 410 removes the device', async () => {
    const one = await member()
    const browser = await subscribe(one)
    service.answers.push({ status: 500 })
    expect(await failure(one.api.push.test({ subscription_id: browser.id }))).toMatchObject({
      status: 502,
      code: 'push_failed',
    })
    expect((await one.api.push.list()).subscriptions).toHaveLength(1)
    service.answers.push({ status: 410 })
    await failure(one.api.push.test({ subscription_id: browser.id }))
    expect((await one.api.push.list()).subscriptions).toHaveLength(0)
  })
})

describe('push messages', () => {
  test('PUSH-2 a reply is sent to every device of the member as a Declarative Web Push message', async () => {
    const anna = await commenter()
    const [phone, laptop] = [await subscribe(anna), await subscribe(anna)]
    const bartek = await member()
    const { id } = await anna.answer('Podasz **przepis**?', bartek)
    await work()
    const [one] = taken(phone)
    expect(one!.payload).toEqual({
      web_push: 8030,
      notification: {
        title: `${bartek.username} odpowiada na Twój komentarz`,
        body: 'Podasz przepis?',
        navigate: `https://watek.example/post/${anna.post.id}?comment=${id}#comment-${id}`,
        tag: `thread-${anna.post.id}`,
        lang: 'pl',
        app_badge: 1,
      },
    })
    expect(one).toMatchObject({ ttl: '86400', urgency: 'normal', token: { aud: service.origin } })
    expect(one!.token!.sub).toMatch(/^mailto:/)
    expect(one!.topic).toMatch(/^[\w-]{32}$/)
    expect(taken(laptop)).toHaveLength(1)
  })

  test('PUSH-2 replies within ten seconds after the first are sent as one message with the same topic', async () => {
    const anna = await commenter()
    const phone = await subscribe(anna)
    await anna.answer('Pierwsza')
    await work()
    const [first] = taken(phone)
    after(3 * SECOND)
    await anna.answer('Druga')
    await work()
    after(5 * SECOND)
    await anna.answer('Trzecia')
    await work()
    expect(taken(phone)).toEqual([])
    after(11 * SECOND)
    await work()
    const [second, ...more] = taken(phone)
    expect(more).toEqual([])
    expect(second!.topic).toBe(first!.topic)
    expect(second!.payload.notification).toMatchObject({ app_badge: 3, tag: first!.payload.notification!.tag })
    expect(second!.payload.notification!.title).toContain('odpowiadają')
  })

  test('PUSH-2 notifications read before sending are not pushed', async () => {
    const anna = await commenter()
    const phone = await subscribe(anna)
    await anna.answer('Pierwsza')
    await anna.api.notifications.markAllRead()
    await work()
    expect(taken(phone).filter(({ payload }) => payload.notification)).toEqual([])
  })

  test('PUSH-2 reading a notification closes its push notice on every device and updates the badge', async () => {
    const anna = await commenter()
    const phone = await subscribe(anna)
    await anna.answer('Pierwsza')
    await work()
    const [shown] = taken(phone)
    const [notice] = await anna.api.notifications.list()
    await anna.api.notifications.markRead({ notification_id: notice!.id })
    await work()
    expect(taken(phone)).toMatchObject([
      { topic: shown!.topic, payload: { close: [`thread-${anna.post.id}`], app_badge: 0 } },
    ])
    await anna.api.notifications.markAllRead()
    await work()
    expect(taken(phone)).toEqual([])
  })

  test('PUSH-2 a private message is pushed with its text, and closed once read', async () => {
    const [anna, bartek] = [await member(), await member()]
    const phone = await subscribe(anna)
    await bartek.api.messages.send({ recipient_id: anna.id, content: 'Spotkamy się o 18?' })
    await work()
    expect(taken(phone)).toMatchObject([
      {
        urgency: 'high',
        payload: {
          notification: {
            title: `${bartek.username} pisze do Ciebie`,
            body: 'Spotkamy się o 18?',
            navigate: `https://watek.example/messages?to=${bartek.username}`,
            tag: `messages-${bartek.id}`,
            app_badge: 1,
          },
        },
      },
    ])
    await anna.api.messages.conversation({ username: bartek.username })
    await work()
    expect(taken(phone)).toMatchObject([{ payload: { close: [`messages-${bartek.id}`], app_badge: 0 } }])
  })

  test('PUSH-2 notifications from before the first device subscribed are not pushed', async () => {
    const anna = await commenter()
    await anna.answer('Pierwsza')
    const phone = await subscribe(anna)
    await work()
    expect(taken(phone)).toEqual([])
  })
})

describe('push settings of members', () => {
  test('PUSH-1 a member can change push per notification kind, quiet hours and the preview', async () => {
    const { api } = await member()
    const changed = await api.notifications.editSettings({
      kinds: { reply: { push: false }, follow: { push: true } },
      quiet_hours: { from: '22:30', to: '07:00', time_zone: 'Europe/Warsaw' },
      push_preview: false,
    })
    expect(changed).toMatchObject({
      kinds: { reply: { site: true, push: false }, follow: { push: true }, mention: { push: true } },
      quiet_hours: { from: '22:30', to: '07:00', time_zone: 'Europe/Warsaw' },
      push_preview: false,
    })
    expect(await api.notifications.settings()).toEqual(changed)
    expect(await api.notifications.editSettings({ quiet_hours: null })).toEqual({ ...changed, quiet_hours: null })
  })

  test.each([
    { from: '24:00', to: '07:00', time_zone: 'Europe/Warsaw' },
    { from: '22:00', to: '22:00', time_zone: 'Europe/Warsaw' },
    { from: '22:00', to: '07:00', time_zone: 'Europe/Nowhere' },
  ])('PUSH-1 invalid quiet hours are refused: %j', async (quiet_hours) => {
    expect((await failure((await member()).api.notifications.editSettings({ quiet_hours }))).status).toBe(422)
  })

  test('PUSH-3 a kind of notification with push turned off is not pushed', async () => {
    const anna = await commenter()
    const phone = await subscribe(anna)
    await anna.api.notifications.editSettings({ kinds: { reply: { push: false } } })
    await anna.answer('Pierwsza')
    await work()
    expect(taken(phone)).toEqual([])
  })

  test('PUSH-3 push notices during quiet hours are sent when the quiet hours end', async () => {
    const anna = await commenter()
    const phone = await subscribe(anna)
    start = new Date('2026-01-10T22:00:00Z')
    after(0)
    await t.db.update(session).set({ expires_at: new Date(start.getTime() + 1_000 * HOUR) })
    await anna.api.notifications.editSettings({
      quiet_hours: { from: '22:30', to: '07:00', time_zone: 'Europe/Warsaw' },
    })
    await anna.answer('Pierwsza')
    await anna.answer('Druga')
    await work()
    after(7.9 * HOUR)
    await work()
    expect(taken(phone)).toEqual([])
    after(8 * HOUR)
    await t.db.transaction((tx) => import('./due.ts').then(({ sendLater }) => sendLater(tx, t.clock.now())))
    await work()
    expect(shownBy(phone)).toMatchObject([{ app_badge: 2 }])
  })

  test('PUSH-3 a push notice without preview reveals neither sender nor text', async () => {
    const anna = await commenter()
    const phone = await subscribe(anna)
    await anna.api.notifications.editSettings({ push_preview: false })
    const bartek = await member()
    await anna.answer('Tajny przepis', bartek)
    await work()
    const [shown] = shownBy(phone)
    expect(shown).toMatchObject({ title: 'Wątek', body: 'Czeka na Ciebie powiadomienie.' })
    expect(JSON.stringify(shown)).not.toContain(bartek.username)
  })

  test('PUSH-3 adult text reaches only devices that subscribed on the adult host', async () => {
    const anna = await commenter({ is_nsfw: true })
    const phone = await subscribe(anna)
    const adult = await subscribe({ api: await t.as(anna, { headers: { host: 'dorosli.example' } }) })
    await anna.answer('Pikantna odpowiedź')
    await work()
    expect(shownBy(phone)).toMatchObject([{ title: 'Masz nowe powiadomienie', body: 'Dotyczy treści dla dorosłych.' }])
    expect(shownBy(adult)).toMatchObject([
      { body: 'Pikantna odpowiedź', navigate: expect.stringContaining('https://dorosli.example/post/') },
    ])
  })

  test('PUSH-3 a notification is not pushed if its receiver has blocked the member who caused it', async () => {
    const anna = await commenter()
    const phone = await subscribe(anna)
    const bartek = await member()
    await anna.answer('Pierwsza', bartek)
    await createBlock(t.db, anna, bartek)
    await work()
    expect(taken(phone)).toEqual([])
  })

  test('PUSH-3 signing out stops push messages to that device only', async () => {
    const anna = await commenter()
    const phone = await subscribe(anna)
    const laptop = await subscribe({ api: await t.as(anna) })
    await anna.api.auth.logout()
    await anna.answer('Pierwsza')
    await work()
    expect(taken(phone)).toEqual([])
    expect(taken(laptop)).toHaveLength(1)
  })

  test('PUSH-3 a device subscribed with a personal token gets messages until the token is deleted', async () => {
    const anna = await commenter()
    const { id, token } = await anna.api.tokens.create({ name: 'Telefon', scopes: ['push'], expires_in_days: 30 })
    const browser = await service.add()
    const authorization = `Bearer ${token}`
    const answer = await t.request('/api/push/subscriptions', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint: browser.endpoint, keys: browser.keys }),
    })
    expect(answer.status).toBe(201)
    const listed = (await (await t.request('/api/push/subscriptions', { headers: { authorization } })).json()) as object
    expect(listed).toMatchObject({ subscriptions: [{ is_current: true }] })
    await anna.answer('Pierwsza')
    await work()
    expect(taken(browser)).toHaveLength(1)
    await anna.api.tokens.remove({ token_id: id })
    await anna.answer('Druga')
    await work()
    expect(taken(browser)).toEqual([])
  })

  test('PUSH-3 a device whose session has expired gets no messages', async () => {
    const anna = await commenter()
    const phone = await subscribe(anna)
    await t.db
      .update(session)
      .set({ expires_at: new Date(start.getTime() - 1) })
      .where(eq(session.user_id, anna.id))
    await anna.answer('Pierwsza')
    await work()
    expect(taken(phone)).toEqual([])
  })
})

describe('error responses of push services', () => {
  const devicesOf = ({ id }: { id: number }) =>
    t.db.select().from(pushSubscription).where(eq(pushSubscription.user_id, id))

  test.each([404, 410])('PUSH-4 the response %d of a push service deletes the subscription', async (status) => {
    const anna = await commenter()
    await subscribe(anna)
    service.answers.push({ status })
    await anna.answer('Pierwsza')
    await work()
    expect(await devicesOf(anna)).toEqual([])
  })

  test.each([429, 500, 503])('PUSH-4 the response %d of a push service leads to retries', async (status) => {
    const anna = await commenter()
    const phone = await subscribe(anna)
    service.answers.push({ status }, { status })
    await anna.answer('Pierwsza')
    await work()
    after(6 * SECOND)
    await work()
    expect(taken(phone)).toEqual([])
    after(20 * SECOND)
    await work()
    const [one] = taken(phone)
    expect(one!.payload.notification).toMatchObject({ body: 'Pierwsza' })
    expect(Number(one!.ttl)).toBeLessThan(86_400)
    expect(await t.db.select().from(pushRetry)).toEqual([])
  })

  test("PUSH-4 a push retry waits as long as the push service's Retry-After header requests", async () => {
    const anna = await commenter()
    const phone = await subscribe(anna)
    service.answers.push({ status: 429, headers: { 'retry-after': '120' } })
    await anna.answer('Pierwsza')
    await work()
    after(100 * SECOND)
    await work()
    expect(taken(phone)).toEqual([])
    after(121 * SECOND)
    await work()
    expect(taken(phone)).toHaveLength(1)
  })

  test('PUSH-4 a push message is not retried after it was read, or after a day', async () => {
    const [anna, bartek] = [await commenter(), await commenter()]
    const [one, other] = [await subscribe(anna), await subscribe(bartek)]
    service.answers.push({ status: 500 }, { status: 500 })
    await anna.answer('Pierwsza')
    await bartek.answer('Pierwsza')
    await work()
    await anna.api.notifications.markAllRead()
    after(6 * SECOND)
    service.answers.push({ status: 500 }, { status: 500 })
    await work()
    after(25 * HOUR)
    await t.db.update(session).set({ expires_at: new Date(start.getTime() + 100 * HOUR) })
    service.answers.length = 0
    await work()
    expect([...taken(one), ...taken(other)].filter(({ payload }) => payload.notification)).toEqual([])
    expect(await t.db.select().from(pushRetry)).toEqual([])
  })

  test('PUSH-4 a push message refused as too large is sent again without its text', async () => {
    const anna = await commenter()
    const phone = await subscribe(anna)
    service.answers.push({ status: 413 })
    await anna.answer('Pierwsza')
    await work()
    expect(shownBy(phone)).toMatchObject([{ title: 'Wątek', body: 'Czeka na Ciebie powiadomienie.' }])
  })
})

test('PUSH-4 push endpoints in private networks or without https are refused', async () => {
  const closed = await createTestApp()
  const api = await closed.as(await createUser(closed.db))
  const { keys } = await createBrowser()
  for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
    expect(await failure(api.push.subscribe({ endpoint: `https://${host}/x`, keys }))).toMatchObject({ status: 422 })
  for (const endpoint of ['http://1.1.1.1/x', 'https://[::127.0.0.1]/x', 'https://me:pw@1.1.1.1/x', 'ftp://1.1.1.1/x'])
    expect(await failure(api.push.subscribe({ endpoint, keys }))).toMatchObject({
      status: 422,
      issues: { endpoint: expect.any(String) },
    })
  expect(await api.push.subscribe({ endpoint: 'https://1.1.1.1/x', keys })).toMatchObject({ id: expect.any(Number) })
})
