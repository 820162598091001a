import { join } from 'node:path'
import { ROOT } from './console.ts'

// What `bun --watch` runs for `bun run dev`: the server, and after a failed start the waiting for the next change, which
// ends with dev.ts.
let hasFailed = false
process.stdin.on('end', () => {
  if (hasFailed) process.exit(1)
})
process.stdin.resume()
try {
  await import(join(ROOT, 'server/main.ts'))
} catch (error) {
  hasFailed = true
  console.error(error)
  console.error('The server did not start; it tries again when a file changes')
}
