import { resolve } from 'node:path'
import { createHttpApi } from '#shared/api/client.ts'
import { contract, type Api } from '#shared/api/index.ts'
import { freePort } from '#server/lib/free-port.ts'

const MAIN = resolve(import.meta.dir, '../../main.ts')
const START_LIMIT = 60_000

/** Requests to a server process, with a bearer token or without. */
type Door = {
  api: (token?: string | null, headers?: Record<string, string>) => Api
  /** Requests a page like a browser, with the login session in its cookie. */
  page: (path: string, token?: string | null) => Promise<{ status: number; location: string | null; html: string }>
}

export type ServerProcess = Door & { origin: string; pid: number; output: () => string; stop: () => Promise<void> }

export function doorOf(origin: string): Door {
  return {
    api: (token = null, headers = {}) =>
      createHttpApi(contract, fetch as never, {
        base: origin,
        headers: () => ({ ...(token !== null && { authorization: `Bearer ${token}` }), ...headers }),
      }),
    async page(path, token = null) {
      const answer = await fetch(origin + path, {
        redirect: 'manual',
        headers: token === null ? {} : { cookie: `session=${token}` },
      })
      return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() }
    },
  }
}

async function untilReady(origin: string, child: Bun.Subprocess, output: () => string): Promise<void> {
  for (const end = Date.now() + START_LIMIT; Date.now() < end; await Bun.sleep(20)) {
    if (child.exitCode !== null) break
    if (
      await fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
  }
  throw new Error(`The server did not start:\n${output()}`)
}

/** Starts `server/main.ts`, or another entry, as a child process that exits together with this process. */
export async function startProcess(settings: Record<string, string>, entry = MAIN): Promise<ServerProcess> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = Bun.spawn([process.execPath, entry], {
    cwd: settings.DATA_DIR,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      // In development pages use URLs of Vite's server, so they need no build.
      NODE_ENV: 'development',
      VITE_ORIGIN: 'http://localhost:5173',
      WATEK_PARENT_PIPE: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      RATE_LIMIT_SCALE: '1000000',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let output = ''
  const listen = async (stream: ReadableStream<Uint8Array>) => {
    for await (const part of stream) output += new TextDecoder().decode(part)
  }
  void listen(child.stdout)
  void listen(child.stderr)
  await untilReady(origin, child, () => output)
  return {
    ...doorOf(origin),
    origin,
    pid: child.pid,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

/** A round-robin proxy that forwards Host and the client's IP address. */
export function startProxy(): {
  origin: string
  serve: (origins: string[]) => void
  taken: () => number[]
  stop: () => Promise<void>
} {
  let targets: string[] = []
  let taken: number[] = []
  let next = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request, from) {
      const at = next++ % targets.length
      taken[at]! += 1
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      headers.set(
        'x-forwarded-for',
        [request.headers.get('x-forwarded-for'), from.requestIP(request)?.address].filter(Boolean).join(', '),
      )
      const answer = await fetch(targets[at] + pathname + search, {
        method: request.method,
        headers,
        body: request.body,
        redirect: 'manual',
        decompress: false,
      })
      return new Response(answer.body, { status: answer.status, headers: answer.headers })
    },
  })
  return {
    origin: `http://localhost:${server.port}`,
    serve(origins) {
      targets = origins
      taken = origins.map(() => 0)
    },
    taken: () => taken,
    stop: () => server.stop(true),
  }
}
