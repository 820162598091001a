import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

/** Bytes of a socket path on Linux, without its terminator. */
const MAX_SOCKET_PATH = 107
const ANSWER_TIMEOUT_MS = 5_000

const statusSchema = v.object({
  pid: v.number(),
  version: v.string(),
  port: v.number(),
  public_url: v.string(),
  started_at: v.string(),
  /** Whether every worker has started once. */
  is_started: v.boolean(),
  workers: v.array(v.object({ slot: v.number(), pid: v.number(), root: v.string(), isReadOnly: v.boolean() })),
})
export type ServerStatus = v.InferOutput<typeof statusSchema>

const targetSchema = v.object({ root: v.string(), isReadOnly: v.boolean() })

type Actions = {
  status: () => ServerStatus
  replace: (target: v.InferOutput<typeof targetSchema>) => Promise<void>
  stop: () => void
}

/** The socket is in DATA_DIR, which other users cannot enter, or in the temporary folder if that path is too long. */
export function controlSocket(dataDir: string): string {
  const path = join(dataDir, 'control.sock')
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH) return path
  return join(tmpdir(), `watek-${new Bun.CryptoHasher('sha256').update(path).digest('hex').slice(0, 24)}.sock`)
}

/** Answers commands from this machine: status, replacing the workers by those of another version, stopping. */
export async function openControl(dataDir: string, actions: Actions): Promise<{ close: () => Promise<void> }> {
  const path = controlSocket(dataDir)
  await rm(path, { force: true })
  const server = Bun.serve({
    unix: path,
    fetch: async (request, from) => {
      // Replacing many workers takes longer than the timeout of a connection.
      from.timeout(request, 0)
      const { pathname } = new URL(request.url)
      if (request.method === 'GET' && pathname === '/status') return Response.json(actions.status())
      if (request.method === 'POST' && pathname === '/stop') {
        actions.stop()
        return Response.json({})
      }
      if (request.method === 'POST' && pathname === '/replace') {
        const { success, output } = v.safeParse(targetSchema, await request.json())
        if (!success) return Response.json({ reason: 'root and isReadOnly must be given' }, { status: 422 })
        return actions.replace(output).then(
          () => Response.json(actions.status()),
          (error: Error) => Response.json({ reason: error.message }, { status: 500 }),
        )
      }
      return Response.json({ reason: 'there is no such command' }, { status: 404 })
    },
  })
  return {
    close: async () => {
      await server.stop(true)
      await rm(path, { force: true })
    },
  }
}

class ControlError extends Error {
  override name = 'ControlError'
}

async function ask(dataDir: string, path: string, init: RequestInit): Promise<Response | null> {
  try {
    return await fetch(`http://watek${path}`, { ...init, unix: controlSocket(dataDir) } as RequestInit)
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw new ControlError('The server does not answer.')
    return null
  }
}

/** Returns null if no server runs on this DATA_DIR. */
export async function serverStatus(dataDir: string): Promise<ServerStatus | null> {
  const answer = await ask(dataDir, '/status', { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
  return answer && v.parse(statusSchema, await answer.json())
}

/** @throws ControlError if a worker did not start, or no server runs */
export async function replaceWorkers(dataDir: string, target: { root: string; isReadOnly: boolean }): Promise<void> {
  const answer = await ask(dataDir, '/replace', { method: 'POST', body: JSON.stringify(target) })
  if (!answer) throw new ControlError('The server ended.')
  if (!answer.ok) throw new ControlError(((await answer.json()) as { reason: string }).reason)
}

/** Returns whether a server ran. */
export async function stopServer(dataDir: string): Promise<boolean> {
  const answer = await ask(dataDir, '/stop', { method: 'POST', signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
  return answer !== null
}
