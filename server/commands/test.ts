import { spawn, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { main, ROOT, print } from './console.ts'
import { ensureInstalled } from './install.ts'

/** The timeout of a test; long enough for slow machines, so that only a test that hangs reaches it. */
const TIMEOUT = '--timeout=180000'

/** `faults` is the output of each failed test, printed again at the end. */
type Result = { passed: number; failed: number; skipped: number; faults: string[] }

/** The unit tests of each folder run in a process of their own, so that a crash ends only these tests. */
const UNITS = ['shared', 'site', 'admin-desktop']
/** Each file of these folders has its own database, and each browser test file its own server. */
const SIDE_BY_SIDE = ['e2e', 'server']
/** Recorded times, by which slow test files start first; `bun run test --update-timings` measures them again. */
const TIMINGS = '--timings=server/commands/test-timings.json'
/** One process more than there are cores, because each is idle for a tenth of its time. */
const PARALLEL = [`--parallel=${Math.min(availableParallelism() + 1, 4)}`, '--no-isolate', TIMINGS]

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

const running = new Set<ChildProcess>()
let interrupted: keyof typeof SIGNALS | null = null

/** `bun run test FILTER ...` runs test files whose path contains a filter; options are passed to `bun test`. */
async function test(): Promise<number> {
  for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]) process.on(signal, () => interrupt(signal))
  const args = process.argv.slice(2)
  const options = args.filter((arg) => arg.startsWith('-'))
  const filters = args.filter((arg) => !arg.startsWith('-'))
  await ensureInstalled()

  const { ensureChromium, ensureFfmpeg } = await import('../../e2e/browser.ts')
  const { CommandError } = await import('./console.ts')
  const chromium = await ensureChromium(print).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  if (!ensureFfmpeg(print)) print('Without ffmpeg the tests of streams from the browser are skipped')
  const { startEmbeddedPostgres } = await import('#server/db/local/embedded.ts')
  const { ensureTemplate } = await import('#server/test/database.ts')
  const { freeTestData, TEST_SETTINGS, testDataDir } = await import('#server/test/database-host.ts')
  const { SETTINGS } = await import('#server/config.ts')
  const database = await startEmbeddedPostgres({ dataDir: testDataDir(), settings: TEST_SETTINGS, log: () => {} })
  try {
    await ensureTemplate(database.url)
    const env = {
      ...process.env,
      // An empty value counts as unset, and Bun does not replace it by the value from the file .env.
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
  const results: Result[] = [{ ...(await runChecks()), skipped: 0, faults: [] }]
  for (const folder of UNITS)
    results.push(await part(folder, () => runTests(['--pass-with-no-tests', ...options, `./${folder}/`], env)))
  results.push(await part('build', () => build(env)))
  const folders = SIDE_BY_SIDE.map((folder) => `./${folder}/`)
  results.push(await part(SIDE_BY_SIDE.join(' and '), () => runTests([...PARALLEL, ...options, ...folders], env)))
  return results
}

/** The clients of the browser tests are built once here; otherwise each process of tests would build them. */
async function build(env: NodeJS.ProcessEnv): Promise<Result> {
  const { code } = await run(['server/commands/build.ts'], env)
  if (code !== 0) return countOf(code)
  env.E2E_CLIENT = join(ROOT, 'dist/client')
  const { clientOfSources } = await import('../../e2e/client.ts')
  await clientOfSources('development')
  return countOf(0)
}

async function part(title: string, task: () => Promise<Result>): Promise<Result> {
  if (interrupted) return add([])
  const startedAt = performance.now()
  const result = await task()
  print(
    `${result.failed === 0 ? '(pass)' : '(fail)'} ${title} ` +
      `(${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`,
  )
  return result
}

/** Bun's summary also counts files that failed to load. */
async function runTests(args: string[], env: NodeJS.ProcessEnv): Promise<Result> {
  const { code, errors } = await run(['test', TIMEOUT, ...args], env)
  const count = (word: string) => Number([...errors.matchAll(new RegExp(`^ *(\\d+) ${word}$`, 'gm'))].at(-1)?.[1] ?? 0)
  const failed = count('fail')
  return {
    passed: count('pass'),
    // A run that fails without a failed test (it crashed or found no tests) counts as one failed test.
    failed: code === 0 ? 0 : Math.max(failed, 1),
    skipped: count('skip') + count('todo'),
    faults: code === 0 ? [] : faultsIn(errors),
  }
}

function faultsIn(errors: string): string[] {
  const [tests] = errors.split(/^\d+ tests? failed:$/m)
  const faults = tests!
    .split(/^(?=\((?:pass|skip|todo)\) )|(?<=^\(fail\) .*\n)/m)
    .filter((block) => /^\(fail\) /m.test(block))
  return faults.length > 0
    ? faults.map((block) => block.replace(/^\((?:pass|skip|todo)\) .*\n/, '').trim())
    : [errors.slice(-4000)]
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: process.stderr.isTTY ? { ...env, FORCE_COLOR: '1' } : env,
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    running.add(child)
    let errors = ''
    child.stderr!.on('data', (part: Buffer) => {
      process.stderr.write(part)
      errors += part.toString()
    })
    child.on('error', reject)
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, errors: Bun.stripANSI(errors) })
    })
  })
}

function interrupt(signal: keyof typeof SIGNALS): void {
  interrupted = signal
  for (const child of running) child.kill(signal)
}

const countOf = (code: number): Result => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  skipped: 0,
  faults: [],
})

const add = (results: Result[]): Result => {
  const sum = (of: 'passed' | 'failed' | 'skipped') => results.reduce((total, result) => total + result[of], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    faults: results.flatMap(({ faults }) => faults),
  }
}

function sumUp(results: Result[]): number {
  if (interrupted) {
    print('Interrupted')
    return 128 + SIGNALS[interrupted]
  }
  const { passed, failed, skipped, faults } = add(results)
  if (faults.length > 0) print(`\nWhat failed:\n\n${faults.join('\n\n')}\n`)
  if (skipped > 0) print(`${skipped} skipped`)
  print(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}

await main(
  test,
  'bun run test [FILTER ...] [OPTION ...]: everything, or the test files whose paths contain a filter; options ' +
    'go to bun test',
)
