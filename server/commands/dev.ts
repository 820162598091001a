import { spawn } from 'node:child_process'
import { main, print } from './console.ts'
import { ensureInstalled } from './install.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const SIGNAL_NUMBERS: Partial<Record<NodeJS.Signals, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

async function dev(): Promise<number> {
  await ensureInstalled()
  process.env.NODE_ENV = 'development'
  print('Starting ...')
  const database = await holdDatabase()
  const { createServer } = await import('vite')
  const vite = await createServer({ configFile: 'site/vite.config.ts', logLevel: 'warn' })
  try {
    await vite.listen()
    // Vite's own listener would end this process on SIGTERM before the server and the database have stopped.
    process.removeAllListeners('SIGTERM')
    const { port } = vite.httpServer!.address() as { port: number }
    return await runServer(`http://127.0.0.1:${port}`)
  } finally {
    await vite.close()
    await database?.stop()
  }
}

/** Keeps the built-in database running across restarts of the server. */
async function holdDatabase() {
  const { loadConfig } = await import('#server/config.ts')
  const { startEmbeddedPostgres } = await import('#server/db/local/embedded.ts')
  const { databaseUrl, dataDir } = loadConfig(process.env)
  let isStarting = true
  const log = (line: string) => isStarting && print(line)
  const database = databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log }) : null
  isStarting = false
  return database
}

/** The server is in its own process group, so that only this process gets Ctrl-C; it exits when its stdin closes. */
function runServer(viteOrigin: string): Promise<number> {
  const child = spawn(process.execPath, ['--watch', '--no-clear-screen', 'server/commands/dev-server.ts'], {
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, VITE_ORIGIN: viteOrigin, WATEK_PARENT_PIPE: '1' },
  })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + ((signal && SIGNAL_NUMBERS[signal]) ?? 0)))
  })
}

await main(
  dev,
  'bun run dev: the site with a database of its own and a demo forum; PORT and the other settings are in .env.example',
)
