import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed, slowness } from './slow.ts'

export type React = 'development' | 'production'

/** Starts the server `id` with these settings; without settings it is stopped. */
export type ToServers = { id: number; environment: Record<string, string> | null }
export type FromServers = { id: number; error: string | null }

export type RunningServer = { stop: () => Promise<void>; hasCrashed: () => boolean; log: () => string }

type ServerProcess = { ask: (message: ToServers) => Promise<void>; hasCrashed: () => boolean; log: () => string }

const processes = new Map<React, ServerProcess>()
let lastId = 0

function startProcess(react: React): ServerProcess {
  let log = ''
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  const slow = slowness > 0 ? ['--preload', join(import.meta.dir, 'slow-server.ts')] : []
  // Sets NODE_ENV to 'production' only where React's code reads it. The server itself reads 'development' from its
  // settings.
  const define = react === 'production' ? ['--define', 'process.env.NODE_ENV="production"'] : []
  const child = Bun.spawn([process.execPath, ...define, ...slow, join(import.meta.dir, 'server-process.ts')], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      NODE_ENV: 'development',
      E2E_SEED: seed,
      E2E_SLOW: process.env.E2E_SLOW,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    ipc({ id, error }: FromServers) {
      if (error === null) waiting.get(id)?.resolve()
      else waiting.get(id)?.reject(new Error(error))
      waiting.delete(id)
    },
    onExit() {
      processes.delete(react)
      for (const { reject } of waiting.values()) reject(new Error(`The server ended:\n${log}`))
    },
  })
  child.unref()
  const listen = async (stream: ReadableStream<Uint8Array>) => {
    for await (const part of stream) log += new TextDecoder().decode(part)
  }
  void listen(child.stdout)
  void listen(child.stderr)
  return {
    ask(message) {
      const answer = Promise.withResolvers<void>()
      waiting.set(message.id, answer)
      child.send(message)
      return answer.promise
    },
    hasCrashed: () => child.exitCode !== null || child.signalCode !== null,
    log: () => log,
  }
}

/** The server shares its process with the servers of other test files, but no state. */
export async function startServer(environment: Record<string, string>, react: React): Promise<RunningServer> {
  const { ask, hasCrashed, log } = processes.get(react) ?? startProcess(react)
  processes.set(react, { ask, hasCrashed, log })
  const id = (lastId += 1)
  const logBefore = log().length
  const ownLog = () => log().slice(logBefore)
  await ask({ id, environment }).catch((error: Error) => {
    throw new Error(`${error.message}\n${ownLog()}`)
  })
  return {
    async stop() {
      if (!hasCrashed()) await ask({ id, environment: null })
    },
    hasCrashed,
    log: ownLog,
  }
}
