import { expect, test } from 'bun:test'
import { createTestApp, failure } from '#server/test/app.ts'
import { createPost, createUser } from '#server/test/factories.ts'

const t = await createTestApp()
const member = await createUser(t.db, { username: 'Kasia_Log', password: 'Sekretne-haslo-1' })
const lines: { message: string; fields: Record<string, unknown> }[] = []
t.services.log.info = (message, fields = {}) => {
  lines.push({ message, fields })
}

/** Returns the lines that `action` logs, without request ids. */
async function loggedBy(action: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  lines.length = 0
  await action()
  return lines.map(({ message, fields }) => {
    const line: Record<string, unknown> = { message, ...fields }
    delete line.request_id
    return line
  })
}

test('a sign-in is logged with account and IP address, a failed one without name and password', async () => {
  const visitor = await t.as(null, { address: '198.51.100.7' })
  const wrong = await loggedBy(() => failure(visitor.auth.login({ username: 'Kasia_Log', password: 'Zgadywane-1' })))
  expect(wrong).toEqual([
    {
      message: 'A request was refused',
      code: 'bad_credentials',
      method: 'POST',
      path: '/api/auth/login',
      address: '198.51.100.7',
    },
  ])
  const right = await loggedBy(() => visitor.auth.login({ username: 'Kasia_Log', password: 'Sekretne-haslo-1' }))
  expect(right).toEqual([{ message: 'A member signed in', user_id: member.id, address: '198.51.100.7' }])
  expect(JSON.stringify([wrong, right])).not.toMatch(/haslo|Zgadywane|eyJ/)
})

test('denied access to data of another member is logged', async () => {
  const post = await createPost(t.db)
  const noted = await loggedBy(async () =>
    failure((await t.as(member)).posts.edit({ post_id: post.id, title: 'Moje teraz' })),
  )
  expect(noted).toEqual([
    {
      message: 'A request was refused',
      code: 'forbidden',
      method: 'PATCH',
      path: `/api/posts/${post.id}`,
      address: '127.0.0.1',
    },
  ])
})

test('a wrong staff credential is logged', async () => {
  const noted = await loggedBy(async () => failure((await t.as(null, { admin: 'wat_nothing' })).admin.users()))
  expect(noted).toMatchObject([{ code: 'admin_credential', path: '/api/admin/users' }])
})

test('refusals with the same error code from one network are logged once a minute', async () => {
  const start = Date.now()
  t.clock.now = () => new Date(start)
  const guess = async (address: string) => failure((await t.as(null, { address, admin: 'wat_nothing' })).admin.users())
  const flood = await loggedBy(async () => {
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '203.0.113.9']) await guess(address)
  })
  expect(flood.map((line) => line.address)).toEqual(['2001:db8::1', '203.0.113.9'])
  t.clock.now = () => new Date(start + 60_000)
  expect(await loggedBy(() => guess('2001:db8::1'))).toHaveLength(1)
})

test('a request for a missing post is not logged', async () => {
  const noted = await loggedBy(async () => failure((await t.as(member)).posts.get({ post_id: 999_999 })))
  expect(noted).toEqual([])
})
