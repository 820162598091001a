import { expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { EXAMPLES } from './examples.ts'
import { play } from './testing/scenario.ts'

const RELEASED = new URL('../../../shared/api/versions/released.jsonl', import.meta.url).pathname
const FILE = new URL('examples.json', import.meta.url).pathname

test("PORTAL-1 the stored examples of the API match the server's responses", async () => {
  const t = await createTestApp()
  const recorded = Object.fromEntries([...(await play(t))].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  // `bun run examples` sets UPDATE_EXAMPLES and thereby rewrites the examples file.
  if (process.env.UPDATE_EXAMPLES) await Bun.write(FILE, `${JSON.stringify(recorded, null, 2)}\n`)
  // Uses toMatchObject, because a field added to a response does not make the stored example wrong.
  else expect(recorded).toMatchObject(EXAMPLES)
}, 60_000)

/**
 * Calls without an example: they need a passkey, a mail server, a backup, several days or the examples file itself, or
 * their response depends on the machine.
 */
const WITHOUT_EXAMPLE = new Set([
  'account.undoEmail',
  'admin.databaseInfo',
  'adminBackups.start',
  'adminBackups.status',
  'auth.challenge',
  'factors.addPasskey',
  'factors.passkeyLogin',
  'factors.removePasskey',
  'history.deleteCommentVersion',
  'history.deletePostVersion',
  'invites.createOwn',
  'portal.group',
  'portal.overview',
  'setup.complete',
  'setupChecklist.sendTestMail',
])

test('PORTAL-1 every released call has an example or is listed as exempt', async () => {
  const lines = (await Bun.file(RELEASED).text()).trim().split('\n')
  const released = lines.slice(1).map((line) => (JSON.parse(line) as [name: string, call: unknown])[0])
  expect(released.filter((name) => !EXAMPLES[name] && !WITHOUT_EXAMPLE.has(name))).toEqual([])
})
