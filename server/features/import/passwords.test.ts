import { createHash, pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp, failure } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { user } from '../users/table.ts'
import { checkFormerPassword, formerPassword } from './passwords.ts'
import { importedAccount, importOrigin } from './table.ts'

const t = await createTestApp()
const PASSWORD = 'Zażółć gęślą 7'
const hex = (kind: string, value: string | Buffer) => createHash(kind).update(value).digest('hex')
const latin2 = Buffer.from([0x5a, 0x61, 0xbf, 0xf3, 0xb3, 0xe6, 0x20, 0x67, 0xea, 0xb6, 0x6c, 0xb1, 0x20, 0x37])

const FORMS: [string, string][] = [
  ['bcrypt of PHP', '$2y$05$eFnvS14gv3cNDp2lUlX/2OxzB3thVZCP7bSNPsPFrJE.6NIshnQj.'],
  ['argon2id', await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 64, timeCost: 1 })],
  ['MD5', formerPassword(hex('md5', PASSWORD))!],
  ['MD5 of ISO-8859-2', formerPassword(hex('md5', latin2))!],
  ['SHA1', formerPassword(hex('sha1', latin2))!],
  ['MyBB', `mybb:aB:3x:${hex('md5', hex('md5', 'aB:3x') + hex('md5', PASSWORD))}`],
  ['SMF 2.0', `smf:Łucja:${hex('sha1', `łucja${PASSWORD}`)}`],
  ['SMF 2.1', 'smf:Łucja:$2y$05$fVGZlVuABdbuSJrqjsoVGe7WdXVjOnFedFK4x/IId.kwPkQ87ol4O'],
  ['NodeBB', 'nodebb:$2y$05$yzlzRsNU92tF07hOdWQ.eO4loreKsytp1zsAoHySreqe97IkWBQ2y'],
  ['Discourse', `pbkdf2:1000:salt:${pbkdf2Sync(PASSWORD, 'salt', 1_000, 32, 'sha256').toString('hex')}`],
]

test.each(FORMS)('IMP-13 the login accepts a password of the former forum with a %s hash', async (_, stored) => {
  expect(await checkFormerPassword(PASSWORD, stored)).toBe(true)
  expect(await checkFormerPassword(`${PASSWORD}x`, stored)).toBe(false)
})

test('IMP-13 a phpass portable hash is verified, case-sensitively', async () => {
  // The test vector of phpass for the password 'test12345'.
  const hash = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'
  expect(await checkFormerPassword('test12345', hash)).toBe(true)
  expect(await checkFormerPassword('test12345', hash.slice(0, -1) + '1')).toBe(false)
  expect(await checkFormerPassword('Test12345', hash)).toBe(false)
})

test('IMP-13 a password with HTML characters matches the hash of its escaped form, as phpBB stored it', async () => {
  const hash = await Bun.password.hash('a&amp;b &lt;&quot;c&quot;&gt;', { algorithm: 'bcrypt', cost: 4 })
  expect(await checkFormerPassword('a&b <"c">', hash)).toBe(true)
  expect(await checkFormerPassword('a&b <c>', hash)).toBe(false)
})

test.each([
  '',
  'x',
  '$H$',
  '$H$~aaaaaaaa',
  'md5:',
  'nobody:1',
  'pbkdf2:999999999:a:00',
  'mybb:',
  '$2y$99$x',
  '__proto__:1',
])('IMP-13 no password matches the broken hash %j', async (stored) => {
  expect(await checkFormerPassword('', stored)).toBe(false)
  expect(await checkFormerPassword(PASSWORD, stored)).toBe(false)
})

test("IMP-13 the first login with a former forum's password stores a new hash and deletes the old one", async () => {
  const member = await createUser(t.db)
  const [origin] = await t.db.insert(importOrigin).values({ source: 'mybb', base_url: 'https://x.example' }).returning()
  const former = { user_id: member.id, origin_id: origin!.id, former_name: 'X', password_hash: FORMS[5]![1] }
  await t.db.insert(importedAccount).values(former)
  const api = await t.as(null)
  const login = (password: string) => api.auth.login({ username: member.username, password })
  expect(await failure(login('inne Haslo 1'))).toMatchObject({ code: 'bad_credentials' })
  expect((await login(PASSWORD)).user.id).toBe(member.id)
  const [row] = await t.db.select().from(user).where(eq(user.id, member.id))
  expect(row!.password_hash).toStartWith('$argon2id$')
  const [account] = await t.db.select().from(importedAccount)
  expect(account).toMatchObject({ password_hash: null, claimed_at: expect.any(Date) })
  expect((await login(PASSWORD)).user.id).toBe(member.id)
})
