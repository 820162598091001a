import { describe, expect, test } from 'bun:test'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { addJob } from '#server/jobs/add.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { usedChallenge } from './table.ts'

const t = await createTestApp()
const visitor = await t.as(null)

test('MOD-13 a registration that fills in the honeypot field or is sent too fast is refused', async () => {
  const someone = () => ({
    username: `os_${crypto.randomUUID().slice(0, 8)}`,
    email: `${crypto.randomUUID()}@example.org`,
    password: 'Haslo1234',
  })
  expect(
    await failure(visitor.auth.register({ ...someone(), website: 'https://example.org', elapsed_ms: 60_000 })),
  ).toMatchObject({
    status: 422,
    code: 'invalid',
    issues: { website: 'Zostaw to pole puste: wypełniają je tylko roboty.' },
  })
  expect(await failure(visitor.auth.register({ ...someone(), website: '', elapsed_ms: 1_999 }))).toMatchObject({
    status: 422,
    code: 'invalid',
    issues: { elapsed_ms: 'To było bardzo szybko. Poczekaj chwilę i wyślij jeszcze raz.' },
  })
  for (const given of [{}, { website: '', elapsed_ms: 2_000 }, { website: null, elapsed_ms: null }, { website: ' ' }]) {
    const one = someone()
    expect(await visitor.auth.register({ ...one, ...given })).toEqual({ username: one.username, email: one.email })
  }
})

test('MOD-13 a post that fills in the honeypot field or is sent too fast is refused', async () => {
  const author = await createUser(t.db)
  const home = await createCategory(t.db, { creator: author })
  const api = await t.as(author)
  const post = { title: 'Nowy post', category_id: home.id }
  expect(await failure(api.posts.create({ ...post, website: 'x' }))).toMatchObject({
    status: 422,
    issues: { website: expect.any(String) },
  })
  expect(await failure(api.posts.create({ ...post, elapsed_ms: 999 }))).toMatchObject({
    status: 422,
    issues: { elapsed_ms: expect.any(String) },
  })
  for (const given of [{}, { website: '', elapsed_ms: 1_000 }])
    expect(await api.posts.create({ ...post, ...given })).toMatchObject({ title: 'Nowy post' })
})

describe('MOD-13 a proof of work at registration', async () => {
  const on = await createTestApp({ REGISTRATION_CHALLENGE: 'on' })
  const api = await on.as(null)
  const someone = () => ({
    username: `os_${crypto.randomUUID().slice(0, 8)}`,
    email: `${crypto.randomUUID()}@example.org`,
    password: 'Haslo1234',
  })
  const refused = {
    status: 422,
    code: 'invalid',
    issues: {
      altcha: 'Sprawdzenie, że nie jesteś robotem, nie udało się albo wygasło. Powtórz je i wyślij jeszcze raz.',
    },
  }
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

  async function solve() {
    const challenge = await api.auth.challenge()
    return { challenge, solution: (await solveChallenge({ challenge, deriveKey }))! }
  }

  test('a proof of work is accepted for one registration only, also if it is sent twice at once', async () => {
    const altcha = encoded(await solve())
    const both = await Promise.allSettled([1, 2].map(() => api.auth.register({ ...someone(), altcha })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused })
    expect(await failure(api.auth.register({ ...someone(), altcha }))).toMatchObject(refused)
  })

  test('a missing, wrong, tampered or expired proof of work is refused', async () => {
    const { challenge, solution } = await solve()
    on.clock.now = () => new Date(Date.now() - 3_600_000)
    const old = await solve()
    on.clock.now = () => new Date()
    const easier = { parameters: { ...challenge.parameters, cost: 1, keyPrefix: '00' }, signature: challenge.signature }
    const wrong = [
      undefined,
      null,
      '',
      'x',
      encoded(null),
      encoded([]),
      encoded({ challenge }),
      encoded({ challenge, solution: { ...solution, derivedKey: `${solution.derivedKey.slice(0, -2)}zz` } }),
      encoded({ challenge, solution: { counter: 0, derivedKey: 'ab'.repeat(32) } }),
      encoded({ challenge: easier, solution }),
      encoded({ challenge: { ...challenge, signature: 'ab' }, solution }),
      encoded(old),
      'x'.repeat(5_000),
    ]
    for (const altcha of wrong)
      expect(await failure(api.auth.register({ ...someone(), altcha }))).toMatchObject({
        status: 422,
        issues: { altcha: expect.any(String) },
      })
    expect(await api.auth.register({ ...someone(), altcha: encoded({ challenge, solution }) })).toMatchObject({
      email: expect.any(String),
    })
  })

  test('a proof of work can be sent again with another user name if the first one was taken', async () => {
    const taken = await createUser(on.db)
    const altcha = encoded(await solve())
    expect(await failure(api.auth.register({ ...someone(), username: taken.username, altcha }))).toMatchObject({
      status: 409,
      code: 'username_taken',
    })
    expect(await api.auth.register({ ...someone(), altcha })).toMatchObject({ email: expect.any(String) })
  })

  test('used proofs of work are kept until they expire', async () => {
    await api.auth.register({ ...someone(), altcha: encoded(await solve()) })
    const kept = async (at: number) => {
      on.clock.now = () => new Date(at)
      await addJob(on.db, 'purge_accounts', {})
      await runJobs(on.services)
      on.clock.now = () => new Date()
      return on.db.$count(usedChallenge)
    }
    expect(await kept(Date.now())).toBeGreaterThan(0)
    expect(await kept(Date.now() + 3_600_000)).toBe(0)
  })

  test('the call for a proof of work answers 404 if registration requires none', async () => {
    expect(await failure(visitor.auth.challenge())).toMatchObject({ status: 404, code: 'not_found' })
  })
})
