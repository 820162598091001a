import { freePort } from '#server/lib/free-port.ts'

/** Returns why redis-server cannot run here, or null if it can. */
export function missingRedis(): string | null {
  return Bun.which('redis-server') || Bun.which('valkey-server') ? null : 'not installed: redis-server'
}

export type RedisServer = { url: string; pid: () => number; start: () => Promise<void>; stop: () => Promise<void> }

/** Runs without persistence, and keeps its port when started again. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const program = Bun.which('redis-server') ?? 'valkey-server'
  let child: Bun.Subprocess
  const start = async () => {
    child = Bun.spawn([program, '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    const client = new Bun.RedisClient(`redis://127.0.0.1:${port}`, { maxRetries: 100 })
    await client.send('PING', [])
    client.close()
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child.pid,
    start,
    async stop() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
