import { ensureSecrets, loadConfig } from '#server/config.ts'
import { startWorkers } from '#server/workers/start.ts'

// Starts the server with WORKERS like `bun run start`, without its check for a production build.
process.exit(await startWorkers(await ensureSecrets(loadConfig(process.env)), process.env))
