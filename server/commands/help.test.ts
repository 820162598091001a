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
  'estimate',
  'media-copy',
  'admin-grant',
  'admin-revoke',
  'account-reset-factors',
  'maintenance',
  'test',
  'dev',
])('%s --help prints its usage, and does nothing else', (command) => {
  expect(run(command, '--help')).toEqual({
    exitCode: 0,
    said: expect.stringMatching(/^bun run [^\n]+\n$/),
    complained: '',
  })
})

const watek = (...args: string[]) => {
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, 'server/commands/watek.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, WATEK_HOME: '/opt/watek', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  })
  return { exitCode, said: stdout.toString() }
}

test('RUN-9 every command of watek prints its usage at --help, and does nothing else', () => {
  const { exitCode, said } = watek('--help')
  expect(exitCode).toBe(0)
  const names = [...said.matchAll(/^ {2}([a-z -]+?) {2,}/gm)].map(([, name]) => name!)
  expect(names).toEqual(
    expect.arrayContaining(['start', 'stop', 'status', 'setup', 'update', 'rollback', 'backup', 'restore', 'doctor']),
  )
  for (const name of names)
    expect(watek(...name.split(' '), '--help')).toEqual({
      exitCode: 0,
      said: expect.stringMatching(new RegExp(`^watek ${name}\\b`)),
    })
})

test('RUN-9 an unknown command of watek is refused with the list of commands', () => {
  expect(watek('nothing').exitCode).toBe(1)
  expect(watek('admin', 'nothing').exitCode).toBe(1)
})

test('an unknown argument of a command is named in the error', () => {
  const { exitCode, complained } = run('fuzz', '--nothing')
  expect([exitCode, complained]).toEqual([
    1,
    expect.stringMatching(/^Unknown option '--nothing'[^\n]*\nbun run fuzz [^\n]+\n$/),
  ])
})
