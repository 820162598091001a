import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, main, ROOT, say } from './console.ts'

// Runs before anything is installed: Bun's own modules and files beside it only.

const MARKER = join(ROOT, 'node_modules/.installed')

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/**
 * Installs the packages of bun.lock where node_modules is missing or was made from another bun.lock or package.json, and
 * then begins the command anew: a process that began without packages does not find them reliably afterwards.
 * @throws CommandError
 */
export async function ensureInstalled(): Promise<void> {
  const wanted = Bun.hash(['package.json', 'bun.lock'].map((name) => readFileSync(join(ROOT, name), 'utf8')).join()).toString(36)
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === wanted) return
  say('Installing packages ...')
  const code = await run(['install', '--frozen-lockfile', '--no-summary'])
  if (code !== 0) {
    throw new CommandError('The packages could not be installed (see above): check the network connection and run the same command again.')
  }
  writeFileSync(MARKER, wanted)
  process.exit(await run(process.argv.slice(1)))
}

function run(args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
    for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

if (import.meta.main) await main(ensureInstalled)
