import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, main, ROOT } from './console.ts'

process.chdir(ROOT)

// Bun chooses React's production JSX when it starts, so setting NODE_ENV here would be too late.
const problem =
  process.env.NODE_ENV !== 'production'
    ? 'Set NODE_ENV=production before the start, or use `bun run start`.'
    : !existsSync('node_modules') || !existsSync('dist/client/.vite/manifest.json')
      ? 'There is no build yet: run `bun run build` first.'
      : null

if (problem) {
  await main(async () => {
    throw new CommandError(problem)
  })
}

if (['', '1'].includes(process.env.WORKERS?.trim() ?? '')) {
  // The server is imported into this process, so that signals reach it.
  await import(join(ROOT, 'server/main.ts'))
} else {
  await main(async () => {
    const { ensureSecrets, loadConfig } = await import('#server/config.ts')
    const { startWorkers } = await import('#server/workers/start.ts')
    return startWorkers(await ensureSecrets(loadConfig(process.env)), process.env)
  })
}
