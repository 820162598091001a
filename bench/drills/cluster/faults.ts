import { childrenOf, SERVERS, type Parts, type Route } from './parts.ts'

/** Milliseconds that a process stays down or stalled before it is restarted. */
const AWAY_MS = 5_000
/** Milliseconds from the kill of the primary to the promotion, about as long as a monitoring tool needs. */
export const PROMOTION_DELAY_MS = 1_000

type During = {
  /** Sends 100 parallel requests to a call with a rate limit of 10, and records how many are accepted. */
  burst: () => Promise<void>
  promoted: () => void
}

export type Fault = {
  name: string
  title: string
  route: Route
  strike: (parts: Parts, round: number, during: During) => Promise<void>
}

const killAll = (pids: number[], signal: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, signal)
}

async function failOver(parts: Parts, _: number, { promoted }: During): Promise<void> {
  const { database } = parts
  await database.primary().kill()
  await Bun.sleep(PROMOTION_DELAY_MS)
  await database.promote(parts.follow)
  promoted()
  await database.rebuild()
}

export const FAULTS: Fault[] = [
  {
    name: 'worker',
    title: 'a worker: SIGKILL',
    route: 'pooler',
    async strike({ servers }, round) {
      const workers = childrenOf(servers[round % SERVERS]!.pid)
      process.kill(workers[round % workers.length]!, 'SIGKILL')
    },
  },
  {
    name: 'server',
    title: 'a server with its workers: SIGKILL, started again after 2 s',
    route: 'pooler',
    async strike({ servers }, round) {
      const { pid } = servers[round % SERVERS]!
      killAll([pid, ...childrenOf(pid)], 'SIGKILL')
      await Bun.sleep(AWAY_MS)
    },
  },
  {
    name: 'redis',
    title: `Redis: SIGKILL, started again after ${AWAY_MS / 1_000} s`,
    route: 'pooler',
    async strike({ redis }, _, { burst }) {
      await redis.stop()
      await Promise.all([burst(), Bun.sleep(AWAY_MS)])
      await redis.start()
    },
  },
  {
    name: 'redis-stall',
    title: `Redis: SIGSTOP for ${AWAY_MS / 1_000} s`,
    route: 'pooler',
    async strike({ redis }, _, { burst }) {
      process.kill(redis.pid(), 'SIGSTOP')
      try {
        await Promise.all([burst(), Bun.sleep(AWAY_MS)])
      } finally {
        process.kill(redis.pid(), 'SIGCONT')
      }
    },
  },
  {
    name: 'replica',
    title: `a replica (the synchronous and the late one in turns): SIGKILL, started again after ${AWAY_MS / 1_000} s`,
    route: 'pooler',
    async strike({ database }, round) {
      const node = round % 2 === 0 ? database.prompt() : database.late()
      await node.kill()
      await Bun.sleep(AWAY_MS)
      await database.start(node)
    },
  },
  {
    name: 'store',
    title: `the store: SIGKILL, started again after ${AWAY_MS / 1_000} s`,
    route: 'pooler',
    async strike({ store }) {
      await store.kill()
      await Bun.sleep(AWAY_MS)
      await store.start()
    },
  },
  {
    name: 'store-stall',
    title: `the store: SIGSTOP for ${AWAY_MS / 1_000} s`,
    route: 'pooler',
    async strike({ store }) {
      killAll(store.pids(), 'SIGSTOP')
      try {
        await Bun.sleep(AWAY_MS)
      } finally {
        killAll(store.pids(), 'SIGCONT')
      }
    },
  },
  {
    name: 'primary',
    title: 'the primary: SIGKILL, its synchronous replica promoted, PgBouncer reloaded',
    route: 'pooler',
    strike: failOver,
  },
  {
    name: 'primary-hosts',
    title: 'the same, `DATABASE_URL` with the three hosts instead of PgBouncer',
    route: 'hosts',
    strike: failOver,
  },
]
