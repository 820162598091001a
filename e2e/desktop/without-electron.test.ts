import { expect, test } from 'bun:test'
import { ROOT } from '../../server/commands/console.ts'

async function runWithoutElectron(args: string[]) {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { ...process.env, ELECTRON_PATH: '/nowhere/electron' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, errors, code }
}

test('DESK-7 Electron tests are reported as skipped, not failed, where no Electron binary is installed', async () => {
  const { out, errors, code } = await runWithoutElectron(['test', './e2e/desktop/electron.test.ts'])
  expect(out).toContain('Desktop console, whole: SKIPPED')
  expect(errors).toMatch(/^ *0 pass\n *[1-9]\d* skip$/m)
  expect(errors).toMatch(/^ *0 fail$/m)
  expect(code).toBe(0)
})

test('the console started without an Electron binary prints a message and exits with status 1', async () => {
  const { errors, code } = await runWithoutElectron(['server/commands/desktop.ts'])
  expect(errors.trim()).toBe('ELECTRON_PATH names /nowhere/electron, and there is no such program.')
  expect(code).toBe(1)
})
