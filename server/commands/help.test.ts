import { expect, test } from 'bun:test'
import { ROOT } from './console.ts'

function run(command: string, ...args: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, `server/commands/${command}.ts`, ...args], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  })
  return { exitCode, said: stdout.toString(), complained: stderr.toString() }
}

test.each([
  'fuzz',
  'seed',
  'backup',
  'restore',
  'media-copy',
  'admin-grant',
  'admin-revoke',
  'account-reset-factors',
  'maintenance',
  'test',
  'dev',
])('%s --help says how it is called, and does nothing', (command) => {
  expect(run(command, '--help')).toEqual({
    exitCode: 0,
    said: expect.stringMatching(/^bun run [^\n]+\n$/),
    complained: '',
  })
})

test('an argument that a command does not know is named in one sentence', () => {
  const { exitCode, complained } = run('fuzz', '--nothing')
  expect([exitCode, complained]).toEqual([
    1,
    expect.stringMatching(/^Unknown option '--nothing'[^\n]*\nbun run fuzz [^\n]+\n$/),
  ])
})
