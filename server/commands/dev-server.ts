import { join } from 'node:path'
import { ROOT } from './console.ts'

// What `bun --watch` runs for `bun run dev`: the server, and after a failed start the waiting for the next change.

// dev.ts is gone. A server that runs stops as on Ctrl-C; one that does not run yet, or did not start, has nothing to stop.
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'))
process.stdin.resume()
try {
  await import(join(ROOT, 'server/main.ts'))
} catch (error) {
  console.error(error)
  console.error('The server did not start; it tries again when a file changes')
}
