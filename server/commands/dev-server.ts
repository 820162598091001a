import { join } from 'node:path'
import { ROOT } from './console.ts'

// Run by `bun --watch` for `bun run dev`; after a failed start it waits for the next change.

// stdin closes when dev.ts exits.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'))
process.stdin.resume()
try {
  await import(join(ROOT, 'server/main.ts'))
} catch (error) {
  console.error(error)
  console.error('The server did not start; it tries again when a file changes')
}
