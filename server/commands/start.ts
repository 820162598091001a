import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './console.ts'

// The server stays in this process, so that what a supervisor sends reaches it.
process.chdir(ROOT)
process.env.NODE_ENV = 'production'

if (existsSync(join(ROOT, 'node_modules')) && existsSync(join(ROOT, 'dist/client/.vite/manifest.json'))) {
  await import(join(ROOT, 'server/main.ts'))
} else {
  process.stderr.write('There is no build yet: run `bun run build` first.\n')
  process.exit(1)
}
