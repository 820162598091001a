import { parseArgs } from 'node:util'
import { CommandError, main, print } from './console.ts'
import { ensureInstalled } from './install.ts'

const USAGE =
  'bun run fuzz [--count 10000] [--seed 1] [--minutes 60]: sends so many requests made of the contract, ' +
  'good and bad, to the whole app'

function whole(name: string, text: string): number {
  const value = Number(text.replaceAll('_', ''))
  if (!Number.isSafeInteger(value) || value < 1) throw new CommandError(`--${name} must be a whole number above 0.`)
  return value
}

/** Sends valid and invalid requests generated from the contract; exits with 1 if a response was wrong. */
await main(async () => {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '60' },
    },
  })
  const [count, seed, minutes] = [
    whole('count', values.count),
    whole('seed', values.seed),
    whole('minutes', values.minutes),
  ]
  await ensureInstalled()
  const { openTestApp } = await import('#server/test/open-app.ts')
  const { createFixture } = await import('#server/test/fuzz/fixture.ts')
  const { disagreements, runFuzz } = await import('#server/test/fuzz/run.ts')
  const { runJobs } = await import('#server/test/jobs.ts')
  const { runPages } = await import('#server/test/fuzz/pages.ts')
  const { developmentAssets } = await import('#server/ssr/assets.ts')
  const { createPages } = await import('#server/ssr/pages.ts')
  const { runWire } = await import('#server/test/fuzz/wire.ts')
  const app = await openTestApp(
    { LOG_LEVEL: 'silent', REGISTRATION_CHALLENGE: 'on' },
    createPages(developmentAssets('http://localhost:5173')),
  )
  const startedAt = performance.now()
  try {
    const fixture = await createFixture(app)
    const report = await runFuzz(fixture, {
      count,
      seed,
      isCrowded: true,
      log: print,
      until: () => performance.now() - startedAt > minutes * 60_000,
    })
    const statuses = Object.entries(report.statuses)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', ')
    print(
      `${report.requests} requests of seed ${seed} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s ` +
        `(${statuses})`,
    )
    print(
      report.untouched.length === 0
        ? 'Every call of the contract also succeeded.'
        : `Never succeeded: ${report.untouched.join(', ')}`,
    )
    print(`${report.faults.length} kinds of faults`)
    const wrong = await disagreements(fixture)
    print(wrong.length === 0 ? 'Every counter is right.' : `Disagreements: ${wrong.join(', ')}`)
    const failed = await runJobs(app.services).then(
      () => null,
      (error: Error) => error.message,
    )
    print(failed === null ? 'Every job that they caused succeeded.' : `Jobs: ${failed}`)
    const pages = await runPages(fixture, { count: Math.ceil(count / 10), seed })
    print(
      `${Math.ceil(count / 10)} pages (${Object.entries(pages.statuses)
        .map(([status, times]) => `${status}: ${times}`)
        .join(', ')}), ${pages.faults.length} kinds of faults`,
    )
    pages.faults.forEach(print)
    const broken = await runWire(fixture, { count: Math.ceil(count / 50), seed })
    print(
      broken === null
        ? `${Math.ceil(count / 50)} broken requests over a socket: the server stands`
        : `Over a socket: ${broken}`,
    )
    return report.faults.length + pages.faults.length + wrong.length === 0 &&
      failed === null &&
      broken === null &&
      report.requests >= count
      ? 0
      : 1
  } finally {
    await app.close()
  }
}, USAGE)
