import { CommandError, main } from './console.ts'
import { ensureInstalled } from './install.ts'

await main(async () => {
  const [given = '1000', ...rest] = process.argv.slice(2)
  if (rest.length > 0 || !/^[1-9]\d{0,8}$/.test(given))
    throw new CommandError('Say at most how many daily members: bun run estimate 10000')
  await ensureInstalled()
  return (await import('./print-estimate.ts')).printEstimate(Number(given))
}, 'bun run estimate [MEMBERS]: what the forum costs, and what so many daily members would')
