import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, main, ROOT } from './console.ts'

process.chdir(ROOT)

// Bun decides when it begins whether JSX is compiled for production, so setting NODE_ENV here would be too late.
const problem =
  process.env.NODE_ENV !== 'production' ? 'Set NODE_ENV=production before the start, or use `bun run start`.'
  : !existsSync('node_modules') || !existsSync('dist/client/.vite/manifest.json') ? 'There is no build yet: run `bun run build` first.'
  : null

if (problem) {
  await main(async () => {
    throw new CommandError(problem)
  })
}

// In this very process, so that what a supervisor sends reaches the server.
await import(join(ROOT, 'server/main.ts'))
