import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { contract } from '#shared/api/index.ts'
import { fillDemo } from '#server/demo/fill.ts'
import { readSmallDemo } from '#server/demo/testing/small-demo.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { TABLES } from './database/rules.ts'

const t = await createTestApp()
const SLOW_TIMEOUT_MS = 60_000
let credential = ''

beforeAll(async () => {
  await fillDemo(t.services, { logins: { demo: 'Demo1234', admin: 'Admin1234' }, data: await readSmallDemo() })
  const visitor = await t.as(null)
  const member = await createMember(t)
  await visitor.auth.login({ username: member.username, password: PASSWORD })
  await visitor.auth.register({ username: 'nowa_osoba', email: 'nowa@example.org', password: 'Haslo-1234-xyz' })
  credential = (await visitor.adminAuth.login({ password: ADMIN_PASSWORD })).admin_token
}, SLOW_TIMEOUT_MS)

async function valuesOf(query: ReturnType<typeof sql>): Promise<string[]> {
  return [...new Set((await t.db.execute<{ value: string }>(query)).map(({ value }) => value))]
}

async function readAll(): Promise<Map<string, string>> {
  const reads = [contract.admin, contract.adminBot]
    .flatMap((group) => Object.values(group))
    .filter(({ method }) => method === 'GET')
  const paths = reads.flatMap(({ path }) =>
    path.includes(':name') ? TABLES.map((name) => path.replace(':name', name)) : [path.replace(':user_id', '1')],
  )
  const asked = paths.flatMap((path) =>
    ['', '?limit=100', '?limit=100&skip=100', '?search=a', '?search=argon2'].map((query) => path + query),
  )
  const answers = await Promise.all(
    asked.map(async (path) => {
      const answer = await t.request(path, { headers: { 'x-admin-password': credential } })
      return [path, `${answer.status} ${await answer.text()}`] as const
    }),
  )
  return new Map(answers)
}

test(
  'ADMDB-9 no staff call on the demo forum returns a hash, token, session or private message',
  async () => {
    const answers = await readAll()
    expect([...answers].filter(([, answer]) => !answer.startsWith('200'))).toEqual([])
    const all = [...answers.values()].join('\n')
    expect(all).toContain('•••')

    const secrets = await valuesOf(sql`
    select password_hash as value from "user" where password_hash is not null union select token_hash from email_token
    union select password_hash from registration union select token_hash from admin_token union select id::text
      from session`)
    expect(secrets.length).toBeGreaterThan(3)
    const given = [...secrets, credential, ADMIN_PASSWORD, PASSWORD, 'Demo1234', 'Admin1234', '$argon2']
    expect(given.filter((secret) => all.includes(secret))).toEqual([])

    const messages = await valuesOf(
      sql`select content as value from message where length(content) > 12 union select image_url from message
        where image_url is not null`,
    )
    expect(messages.length).toBeGreaterThan(20)
    const written = messages.filter((text) => all.includes(JSON.stringify(text).slice(1, -1)))
    expect(written).toEqual([])

    const addresses = await valuesOf(sql`select email as value from "user" where email is not null`)
    const meant = ['/api/admin/users', '/api/admin/database/table/user']
    const others = [...answers]
      .filter(([path]) => !meant.includes(path.split('?')[0]!))
      .map(([, answer]) => answer)
      .join('\n')
    expect(addresses.length).toBeGreaterThan(40)
    expect(addresses.filter((address) => others.includes(address))).toEqual([])
    expect(addresses.filter((address) => all.includes(address)).length).toBeGreaterThan(40)
  },
  SLOW_TIMEOUT_MS,
)
