import { fileURLToPath } from 'node:url'

/** `at` is in milliseconds of `clock()`. */
type Arrival = [userId: number, at: number]
type Report = { origin: string } | { arrivals: Arrival[] }

export type PushService = {
  endpointOf: (userId: number) => string
  listen: (onArrival: (userId: number, at: number) => void) => void
  stop: () => void
}

const REPORT_INTERVAL_MS = 50

/** Milliseconds that can be compared between processes. */
export const clock = () => performance.timeOrigin + performance.now()

/** The fake push service is a process of its own, so that its work delays neither the load nor the server. */
export async function startPushService(): Promise<PushService> {
  let listener: (userId: number, at: number) => void = () => {}
  const started = Promise.withResolvers<string>()
  const child = Bun.spawn([process.execPath, fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc(report: Report) {
      if ('origin' in report) started.resolve(report.origin)
      else for (const [userId, at] of report.arrivals) listener(userId, at)
    },
    onExit: () => started.reject(new Error('The push service ended')),
  })
  const origin = await started.promise
  return {
    endpointOf: (userId) => `${origin}/${userId}`,
    listen(onArrival) {
      listener = onArrival
    },
    stop: () => child.kill(),
  }
}

function serve(): void {
  let arrivals: Arrival[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      await request.arrayBuffer()
      arrivals.push([Number(request.url.slice(request.url.lastIndexOf('/') + 1)), clock()])
      return new Response(null, { status: 201 })
    },
  })
  setInterval(() => {
    if (arrivals.length === 0) return
    process.send!({ arrivals } satisfies Report)
    arrivals = []
  }, REPORT_INTERVAL_MS)
  process.on('disconnect', () => process.exit())
  process.send!({ origin: server.url.origin } satisfies Report)
}

if (import.meta.main) serve()
