import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'bun:test'
import { openCredentials, type Cipher, type Credential } from '../credentials.ts'
import type { Fetch } from '../forward.ts'
import { openSettings, type Settings } from '../settings.ts'

export const HERE = 'https://forum.example.pl'
export const THERE = 'https://other.example.pl'
export const admin: Credential = {
  kind: 'admin',
  admin_token: 'wat_token',
  access_token: null,
  username: null,
  expires_at: '2100-01-01T00:00:00Z',
}

export const plainCipher: Cipher = {
  isSafe: async () => true,
  encrypt: async (text) => new TextEncoder().encode(text),
  decrypt: async (bytes) => ({ text: new TextDecoder().decode(bytes), is_stale: false }),
}

const folder = await mkdtemp(join(tmpdir(), 'watek-console-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
export const newFolder = () => join(folder, crypto.randomUUID())

export async function openStores(fields: Partial<Settings> = {}) {
  const own = newFolder()
  const settings = await openSettings(join(own, 'settings.json'))
  await settings.change({ servers: [HERE, THERE], current: HERE, ...fields })
  const credentials = await openCredentials({
    file: join(own, 'credentials.json'),
    cipher: plainCipher,
    now: () => new Date(),
  })
  return { settings, credentials }
}

/** A fake network: requests without an answer in `initial` fail like a lost connection. */
export function network(initial: Record<string, () => Response | Promise<Response>> = {}) {
  const answers = { ...initial }
  const requests: string[] = []
  const send: Fetch = async (url, { method = 'GET' }) => {
    const { origin, pathname } = new URL(url)
    requests.push(`${method} ${origin}${pathname}`)
    const answer = answers[`${method} ${pathname}`]
    if (!answer) throw new TypeError('connection lost')
    return answer()
  }
  return { send, requests, answers }
}

export const refusal =
  (status: number, code: string, detail = 'no') =>
  () =>
    Response.json({ code, detail }, { status })
