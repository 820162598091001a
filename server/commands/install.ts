import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '#server/lib/programs.ts'
import { CommandError, main, ROOT, print } from './console.ts'

// This file runs before anything is installed, so it and its imports use no packages.

const MARKER = join(ROOT, 'node_modules/.installed')

/** Installs missing packages and then restarts the command, so that it finds them. @throws CommandError */
export async function ensureInstalled(): Promise<void> {
  const wanted = Bun.hash(
    ['package.json', 'bun.lock'].map((name) => readFileSync(join(ROOT, name), 'utf8')).join(),
  ).toString(36)
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === wanted) return
  print('Installing packages ...')
  const run = (args: string[]) => runProgram(process.execPath, args, { cwd: ROOT, isAttached: true })
  const { code } = await run(['install', '--frozen-lockfile', '--no-summary'])
  if (code !== 0) {
    throw new CommandError(
      'The packages could not be installed (see above): check the network connection and run the same command again.',
    )
  }
  writeFileSync(MARKER, wanted)
  process.exit((await run(process.argv.slice(1))).code)
}

if (import.meta.main) await main(ensureInstalled)
