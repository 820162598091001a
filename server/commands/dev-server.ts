import { join } from 'node:path'
import { ROOT } from './console.ts'

// `bun run dev` runs this file with `bun --watch`; after a failed start the process waits for the next change.

// stdin closes when dev.ts exits.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'))
process.stdin.resume()
try {
  await import(join(ROOT, 'server/main.ts'))
} catch (error) {
  console.error(error)
  console.error('The server did not start; it tries again when a file changes')
}
