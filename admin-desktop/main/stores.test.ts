import { afterAll, expect, test } from 'bun:test'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCredentials, type Cipher, type Credential } from './credentials.ts'
import { openSettings } from './settings.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-stores-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const fileOf = () => join(folder, `${crypto.randomUUID()}.json`)
const NOW = new Date('2026-11-21T12:00:00Z')
const HERE = 'https://forum.example.pl'
const THERE = 'https://other.example.pl'

function keyring(isSafe = true): Cipher & { renew: boolean } {
  const key = randomBytes(32)
  return {
    renew: false,
    isSafe: async () => isSafe,
    async encrypt(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    async decrypt(bytes) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(-16))
      return {
        text: decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8'),
        is_stale: this.renew,
      }
    },
  }
}

const admin: Credential = {
  kind: 'admin',
  admin_token: 'wat_secret-of-the-admin',
  access_token: null,
  username: null,
  expires_at: '2026-11-21T18:00:00Z',
}
const moderator: Credential = {
  kind: 'moderator',
  admin_token: null,
  access_token: 'secret.of.moderator',
  username: 'ola',
  expires_at: '2026-12-21T12:00:00Z',
}
const open = (file: string, cipher: Cipher, now = NOW) => openCredentials({ file, cipher, now: () => now })

test('each server has its own credential, which is kept when the console closes', async () => {
  const [file, cipher] = [fileOf(), keyring()]
  const first = await open(file, cipher)
  await first.set(HERE, admin)
  await first.set(THERE, moderator)
  const second = await open(file, cipher)
  expect(second.of(HERE)).toEqual(admin)
  expect(second.of(THERE)).toEqual(moderator)
  expect(second.of('https://third.example.pl')).toBeNull()
})

test('DESK-3 a credential is encrypted on disk, and only its owner can read the file', async () => {
  const file = fileOf()
  const credentials = await open(file, keyring())
  await credentials.set(HERE, admin)
  const text = await readFile(file, 'utf8')
  expect(text).not.toContain('secret-of-the-admin')
  expect(
    Buffer.from(Object.values(JSON.parse(text) as Record<string, string>)[0]!, 'base64').toString('latin1'),
  ).not.toContain('secret')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('writing the credential file restricts its permissions and is atomic', async () => {
  const file = fileOf()
  await writeFile(file, '{}')
  await chmod(file, 0o644)
  const credentials = await open(file, keyring())
  await Promise.all([credentials.set(HERE, admin), credentials.set(THERE, moderator)])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(Object.keys(JSON.parse(await readFile(file, 'utf8')))).toEqual([HERE, THERE])
  expect((await readdir(folder)).filter((name) => !name.endsWith('.json'))).toEqual([])
})

test('DESK-3 logging out deletes the credential from the file', async () => {
  const [file, cipher] = [fileOf(), keyring()]
  const credentials = await open(file, cipher)
  await credentials.set(HERE, admin)
  await credentials.set(HERE, null)
  expect(credentials.of(HERE)).toBeNull()
  expect((await open(file, cipher)).of(HERE)).toBeNull()
  expect(await readFile(file, 'utf8')).toBe('{}\n')
})

test('DESK-3 without a secure keyring a credential stays in memory, and no file is written', async () => {
  const file = fileOf()
  const credentials = await open(file, keyring(false))
  await credentials.set(HERE, admin)
  expect(credentials.isKept).toBe(false)
  expect(credentials.of(HERE)).toEqual(admin)
  expect(await Bun.file(file).exists()).toBe(false)
})

test('an expired credential is not used and is deleted from the file at the next start', async () => {
  const [file, cipher] = [fileOf(), keyring()]
  await (await open(file, cipher)).set(HERE, admin)
  const later = await open(file, cipher, new Date('2026-11-21T18:00:01Z'))
  expect(later.of(HERE)).toBeNull()
  expect(await readFile(file, 'utf8')).toBe('{}\n')
})

test('a credential encrypted with another key is dropped without an error', async () => {
  const file = fileOf()
  await (await open(file, keyring())).set(HERE, admin)
  expect((await open(file, keyring())).of(HERE)).toBeNull()
})

test('a credential encrypted with an older key is re-encrypted with the current key', async () => {
  const [file, cipher] = [fileOf(), keyring()]
  await (await open(file, cipher)).set(HERE, admin)
  const before = await readFile(file, 'utf8')
  cipher.renew = true
  expect((await open(file, cipher)).of(HERE)).toEqual(admin)
  expect(await readFile(file, 'utf8')).not.toBe(before)
})

test('settings are stored and read again', async () => {
  const file = fileOf()
  const settings = await openSettings(file)
  await settings.change({ servers: [HERE], current: HERE, lang: 'en', theme: 'dark', place: 'tab=reports&report=12' })
  expect((await openSettings(file)).read()).toMatchObject({
    servers: [HERE],
    current: HERE,
    lang: 'en',
    theme: 'dark',
    place: 'tab=reports&report=12',
  })
})

test('a broken settings file loses only its broken settings and never prevents the start', async () => {
  const file = fileOf()
  await writeFile(
    file,
    JSON.stringify({
      servers: ['http://evil.example'],
      current: HERE,
      lang: 'en',
      theme: 7,
      window: { x: 'left' },
      place: '//evil',
    }),
  )
  expect((await openSettings(file)).read()).toMatchObject({
    servers: [],
    current: null,
    lang: 'en',
    theme: 'system',
    window: null,
    place: '',
  })
  await writeFile(file, 'no json')
  expect((await openSettings(file)).read()).toMatchObject({ servers: [], lang: 'pl' })
})
