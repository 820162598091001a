import { Socket } from 'node:net'
import postgres from 'postgres'

export type Primary = {
  /** Returns the URL of the first host while the primary is unknown. */
  url: () => string
  /** @throws if no host is the primary for ten seconds */
  find: () => Promise<string>
  /** Opens a socket to the primary for postgres.js; null if the URL has only one host. */
  connect: (() => Promise<Socket>) | null
  /** Closes the socket as soon as another host is the primary, or the socket's host stops responding. */
  track: (socket: Socket) => Socket
  close: () => void
}

const POLL_INTERVAL_MS = 500
const POLL_TIMEOUT_MS = 1_500
/** The primary's connections are closed after this number of failed polls, since their queries would wait for ever. */
const MAX_MISSES = 3
const FIND_TIMEOUT_MS = 10_000
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]+)(.*)$/

/** Returns a URL for each host of `postgres://user@host1:5432,host2:5433/database?target_session_attrs=read-write`. */
export function hostUrls(address: string): string[] {
  const [, start = '', hosts, rest = ''] = ADDRESS.exec(address) ?? []
  if (hosts === undefined) return [address]
  const end = rest.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => start + host + end)
}

const watched = new Map<string, { primary: Primary; users: number }>()

/** Callers with the same URL share the connections that poll its hosts. */
export function followPrimary(address: string): Primary {
  const urls = hostUrls(address)
  if (urls.length === 1)
    return {
      url: () => urls[0]!,
      find: async () => urls[0]!,
      connect: null,
      track: (socket) => socket,
      close: () => {},
    }
  const entry = watched.get(address) ?? { primary: watchHosts(urls), users: 0 }
  watched.set(address, entry)
  entry.users += 1
  return {
    ...entry.primary,
    close() {
      entry.users -= 1
      if (entry.users > 0) return
      watched.delete(address)
      entry.primary.close()
    },
  }
}

/** Resolves with the URL of the current primary, for connections that need not follow a change of the primary. */
export async function primaryUrl(address: string): Promise<string> {
  const primary = followPrimary(address)
  return primary.find().finally(primary.close)
}

function connectTo(socket: Socket, url: string): Socket {
  const { hostname, port } = new URL(url)
  // postgres.js checks the certificate against `host`.
  const host = hostname.replace(/^\[|\]$/g, '')
  return Object.assign(socket, { host }).connect(Number(port || 5432), host)
}

function openHost(url: string) {
  let socket: Socket | null = null
  const options: object = { socket: () => (socket = connectTo(new Socket(), url)) }
  const sql = postgres(url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    idle_timeout: 0,
    max_lifetime: null,
    backoff: () => 0,
    onnotice: () => {},
    connection: { application_name: 'watek primary' },
    ...options,
  })
  return {
    url,
    /** Returns the timeline, which increases with each promotion; '' if the host is no primary, null if it is down. */
    async timeline(): Promise<string | null> {
      const timer = setTimeout(() => socket?.destroy(lostError(url)), POLL_TIMEOUT_MS)
      const query = sql<{ timeline: string | null }[]>`
        select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
          then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`
      return query
        .then(
          ([row]) => row!.timeline ?? '',
          () => null,
        )
        .finally(() => clearTimeout(timer))
    },
    close: () => sql.end({ timeout: 0 }),
  }
}

function lostError(url: string): Error {
  return Object.assign(new Error(`${new URL(url).host} is not the primary any more or does not answer`), {
    code: 'ECONNRESET',
  })
}

function watchHosts(urls: string[]): Primary {
  const hosts = urls.map(openHost)
  const sockets = new Map<Socket, string>()
  const found = Promise.withResolvers<string>()
  let url = urls[0]!
  let timeline = ''
  let misses = 0
  let isClosed = false

  function choose(timelines: Map<string, string | null>): void {
    misses = timelines.get(url) === null ? misses + 1 : 0
    for (const [host, seenTimeline] of timelines) {
      // A host with a lower timeline was the primary before another one was promoted, and has come back.
      const isNewer = seenTimeline !== null && seenTimeline > timeline
      // Two hosts with one timeline may be poolers of one database, so the chosen one is kept while it works.
      const replaces =
        seenTimeline !== '' && seenTimeline === timeline && (timelines.get(url) === '' || misses >= MAX_MISSES)
      if (!isNewer && !replaces) continue
      timeline = seenTimeline
      url = host
      misses = 0
    }
    if (timeline !== '') found.resolve(url)
    for (const [socket, to] of sockets) {
      if (to !== url || misses >= MAX_MISSES) socket.destroy(lostError(to))
      if (socket.destroyed) sockets.delete(socket)
    }
  }

  async function watch(): Promise<void> {
    while (!isClosed) {
      choose(new Map(await Promise.all(hosts.map(async (host) => [host.url, await host.timeline()] as const))))
      await new Promise((next) => {
        setTimeout(next, POLL_INTERVAL_MS).unref()
      })
    }
  }
  void watch()

  async function find(): Promise<string> {
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => timeout.reject(new Error(`No primary at ${urls.map((one) => new URL(one).host).join(', ')}`)),
      FIND_TIMEOUT_MS,
    )
    await Promise.race([found.promise, timeout.promise]).finally(() => clearTimeout(timer))
    return url
  }

  function track(socket: Socket): Socket {
    sockets.set(socket, url)
    return socket
  }

  return {
    url: () => url,
    find,
    connect: async () => {
      await find().catch(() => {})
      return connectTo(track(new Socket()), url)
    },
    track,
    close() {
      isClosed = true
      for (const host of hosts) void host.close()
    },
  }
}
