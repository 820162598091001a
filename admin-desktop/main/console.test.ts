import { afterEach, expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConsoleState } from '../ipc.ts'
import { createConsole, type Console } from './console.ts'
import { HERE, network, newFolder, plainCipher, refusal } from './testing/fixture.ts'

const ANSWERS = {
  'GET /readyz': () => new Response('ok'),
  'POST /api/admin-auth/login': () =>
    Response.json({ success: true, admin_token: 'wat_token', expires_at: '2100-01-01T00:00:00Z' }),
  'POST /api/admin-auth/logout': () => Response.json({ success: true }),
  'GET /api/admin/me': () => Response.json({ scope: 'admin', categories: [], username: null }),
  'GET /api/admin/reports': () => Response.json({ reports: [], total: 4 }),
}
const ORIGIN = 'http://127.0.0.1:5000'
const SIGN_IN = { kind: 'admin', password: 'Staff-password-1', account: null }

const open: Console[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()))
})

async function openConsole() {
  const folder = newFolder()
  await mkdir(join(folder, 'panel'), { recursive: true })
  await writeFile(join(folder, 'panel/index.html'), '<!doctype html>')
  const net = network(ANSWERS)
  const seen = { shown: [] as ConsoleState[], emitted: [] as unknown[], opened: [] as string[] }
  const desktop = await createConsole({
    folder,
    panelFolder: join(folder, 'panel'),
    version: '1',
    platform: 'linux',
    cipher: plainCipher,
    send: net.send,
    now: () => new Date(),
    origin: ORIGIN,
    emit: (name, value) => {
      seen.emitted.push([name, value])
    },
    showState: (state) => {
      seen.shown.push(state)
    },
    focusWindow: () => {},
    notice: () => {},
    openExternal: async (link) => {
      seen.opened.push(link)
    },
    saveFile: async () => false,
    updates: { setFeed: () => {}, check: () => {} },
    confirmUpdateFeed: async () => true,
    reportsIntervalMs: 3_600_000,
    retryDelaysMs: [3_600_000],
  })
  open.push(desktop)
  return { desktop, net, seen }
}

async function openSignedIn() {
  const opened = await openConsole()
  await opened.desktop.answer('addServer', [HERE])
  await opened.desktop.answer('signIn', [SIGN_IN])
  await opened.desktop.checkReports()
  return opened
}
const lookAtUsers = (desktop: Console) => desktop.app.request(`${ORIGIN}/api/admin/users`)

test('a sign-in shows the server, the signed-in user and the number of pending reports', async () => {
  const { desktop, seen } = await openSignedIn()
  const state = {
    current: HERE,
    is_online: true,
    pending_reports: 4,
    keeps_sign_in: true,
    servers: [
      {
        address: HERE,
        staff: { kind: 'admin', username: null, expires_at: '2100-01-01T00:00:00Z', is_kept: true },
        has_ended: false,
      },
    ],
  }
  expect(desktop.state()).toMatchObject(state)
  expect(seen.shown.at(-1)).toMatchObject(state)
  expect(seen.emitted.at(-1)).toMatchObject(['state', state])
})

test('DESK-3 the state that the page receives never contains a token', async () => {
  const { seen } = await openSignedIn()
  expect(JSON.stringify(seen)).not.toContain('wat_token')
})

test('a sign-out clears the number of pending reports and the stored tab', async () => {
  const { desktop } = await openSignedIn()
  desktop.openPlace('tab=users')
  await desktop.answer('signOut', [])
  expect(desktop.state()).toMatchObject({ pending_reports: 0, place: '', servers: [{ staff: null, has_ended: false }] })
})

test('a 401 response signs the account out and is shown as an ended login session', async () => {
  const { desktop, net } = await openSignedIn()
  net.answers['GET /api/admin/users'] = refusal(401, 'admin_credential')
  await lookAtUsers(desktop)
  expect(desktop.state()).toMatchObject({ pending_reports: 0, servers: [{ staff: null, has_ended: true }] })
})

test('a lost connection is shown until the server responds again', async () => {
  const { desktop, net } = await openSignedIn()
  await lookAtUsers(desktop)
  expect(desktop.state().is_online).toBe(false)
  expect(await desktop.answer('retry', [])).toEqual({ ok: true })
  expect([desktop.state().is_online, net.requests.at(-1)]).toEqual([true, `GET ${HERE}/api/admin/reports`])
})

test.each([
  ['chooseServer', [7]],
  ['state', ['more']],
  ['keepPlace', ['//evil.example']],
  ['constructor', []],
  ['unknown', []],
])('DESK-4 an invalid call of the bridge is refused: %s with %p', async (name, args) => {
  const { desktop } = await openConsole()
  await expect(desktop.answer(name, args)).rejects.toThrow(TypeError)
})

test('a link is opened only where its scheme is allowed, and a cancelled file is not saved', async () => {
  const { desktop, seen } = await openConsole()
  expect(await desktop.answer('openLink', ['file:///etc/passwd'])).toMatchObject({ issue: 'link_refused' })
  expect(await desktop.answer('openLink', ['mailto:a@b.pl?attach=/etc/passwd'])).toEqual({ ok: true })
  expect(await desktop.answer('saveFile', [{ name: 'a.csv', text: '' }])).toMatchObject({ issue: 'not_saved' })
  expect(seen.opened).toEqual(['mailto:a@b.pl'])
})
