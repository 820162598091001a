import { spawn, type ChildProcess } from 'node:child_process'
import { main, ROOT, say } from './console.ts'
import { ensureInstalled } from './install.ts'

type Result = { passed: number; failed: number; skipped: number }

/** Folders of the tests that need no browser; each is a process of its own, so a crash of one leaves the others. */
const UNITS = ['shared', 'site', 'server']
const JOURNEYS = 'e2e'

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

let running: ChildProcess | null = null
let interrupted: keyof typeof SIGNALS | null = null

/**
 * `bun run test`: every check, the units, the build and the journeys. `bun run test FILTER ...` runs the test files whose
 * path holds a filter, and nothing else; what begins with - goes to `bun test`. The last line is the sum.
 */
async function test(): Promise<number> {
  for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]) process.on(signal, () => interrupt(signal))
  const args = process.argv.slice(2)
  const options = args.filter((arg) => arg.startsWith('-'))
  const filters = args.filter((arg) => !arg.startsWith('-'))
  await ensureInstalled()

  const { ensureChromium } = await import('../../e2e/browser.ts')
  const { CommandError } = await import('./console.ts')
  const chromium = await ensureChromium(say).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  const { startEmbeddedPostgres } = await import('#server/db/embedded.ts')
  const { ensureTemplate } = await import('#server/test/database.ts')
  const { freeTestData, TEST_SETTINGS, testDataDir } = await import('#server/test/database-host.ts')
  const { SETTINGS } = await import('#server/config.ts')
  const database = await startEmbeddedPostgres({ dataDir: testDataDir(), settings: TEST_SETTINGS, log: () => {} })
  try {
    await ensureTemplate(database.url)
    const env = {
      ...process.env,
      // Empty counts as unset, and keeps Bun from reading the developer's own from .env.
      ...Object.fromEntries(SETTINGS.map((name) => [name, ''])),
      NODE_ENV: 'test',
      TEST_DATABASE_URL: database.url,
      CHROMIUM_PATH: chromium,
    }
    const results = filters.length > 0 ? [await runTests([...options, ...filters], env)] : await runAll(options, env)
    return sumUp(results)
  } finally {
    await database.stop()
    await freeTestData()
  }
}

async function runAll(options: string[], env: NodeJS.ProcessEnv): Promise<Result[]> {
  const { runChecks } = await import('./check.ts')
  const results: Result[] = [{ ...(await runChecks()), skipped: 0 }]
  for (const folder of UNITS) results.push(await part(folder, () => runTests(['--pass-with-no-tests', ...options, `./${folder}/`], env)))
  results.push(await part('build', async () => countOf((await run(['server/commands/build.ts'], env)).code)))
  results.push(await part(JOURNEYS, () => runTests(['--pass-with-no-tests', ...options, `./${JOURNEYS}/`], env)))
  return results
}

async function part(title: string, act: () => Promise<Result>): Promise<Result> {
  if (interrupted) return { passed: 0, failed: 0, skipped: 0 }
  const begun = performance.now()
  const result = await act()
  say(`${result.failed === 0 ? '(pass)' : '(fail)'} ${title} (${((performance.now() - begun) / 1000).toFixed(1)} s)\n`)
  return result
}

/** Runs `bun test` and reads its own sum, the only place that also counts files that failed to load. */
async function runTests(args: string[], env: NodeJS.ProcessEnv): Promise<Result> {
  const { code, errors } = await run(['test', '--timeout=30000', ...args], env)
  const count = (word: string) => Number([...errors.matchAll(new RegExp(`^ *(\\d+) ${word}$`, 'gm'))].at(-1)?.[1] ?? 0)
  const failed = count('fail')
  // A crash leaves no sum, and a run that found no test fails without one.
  return { passed: count('pass'), failed: code === 0 ? 0 : Math.max(failed, 1), skipped: count('skip') + count('todo') }
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: process.stderr.isTTY ? { ...env, FORCE_COLOR: '1' } : env,
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    running = child
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk)
      errors += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (code) => {
      running = null
      resolve({ code: code ?? 1, errors: Bun.stripANSI(errors) })
    })
  })
}

function interrupt(signal: keyof typeof SIGNALS): void {
  interrupted = signal
  running?.kill(signal)
}

const countOf = (code: number): Result => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })

function sumUp(results: Result[]): number {
  if (interrupted) {
    say('Interrupted')
    return 128 + SIGNALS[interrupted]
  }
  const sum = (of: keyof Result) => results.reduce((total, result) => total + result[of], 0)
  const skipped = sum('skipped')
  say(`${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1
}

await main(test)
