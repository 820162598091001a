import postgres from 'postgres'
import { audit, compareWithExpected } from '../checks.ts'
import { LATE_MS } from './database.ts'
import { ask, type Load } from './load.ts'
import type { Parts } from './parts.ts'

const BURST = 100
export const BURST_LIMIT = 10
const REMOVED_WITHIN_MS = 1_000
const REMOVED_GIVE_UP_MS = 8_000
const REMOVAL_INTERVAL_MS = 2_500

/** Sends 100 parallel requests of one unused IP address to a call with a limit of 10 per hour. */
export async function burst(
  origin: string,
  run: string,
  number: number,
): Promise<{ passed: number; failed: number[] }> {
  const address = `100.127.${(number >> 8) & 255}.${number & 255}`
  const statuses = await Promise.all(
    Array.from(
      { length: BURST },
      async (_, at) =>
        (
          await ask(origin, '/api/auth/password-reset-request', {
            method: 'POST',
            address,
            json: { email: `${run}.${number}.${at}@example.org` },
          })
        ).status,
    ),
  )
  return {
    passed: statuses.filter((status) => status === 200).length,
    failed: statuses.filter((status) => status !== 200 && status !== 429),
  }
}

type Removal = {
  at: number
  /** Number of responses that contained the post just before its removal. */
  shownBefore: number
  /** Milliseconds from the acknowledgement of a removal until the last response that still contained the post. */
  shownFor: number
  where: string
}

/** Deletes new posts again and again, and looks for each in responses of the load balancer and of every server. */
export function watchRemovals(load: Load, parts: Parts): { removals: Removal[]; stop: () => Promise<void> } {
  const removals: Removal[] = []
  let isStopped = false
  const run = async () => {
    for (let number = 0; !isStopped; number += 1) {
      await Bun.sleep(REMOVAL_INTERVAL_MS)
      const member = load.anyMember()
      const title = `${load.run} removed ${number} gone`
      const made = await ask(load.origin, '/api/posts', {
        method: 'POST',
        member,
        json: { category_id: member.category, title, content: title },
      })
      if (made.status !== 201) continue
      const { id } = JSON.parse(made.text) as { id: number }
      const doors = [
        load.origin,
        ...parts.servers.flatMap(({ port }) => [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port}`]),
      ]
      const look = () =>
        Promise.all(
          doors.flatMap((door) =>
            [`/post/${id}`, '/api/posts?sort=new&limit=10'].map(async (path) => {
              const at = performance.now()
              // Requests on one connection always reach the same worker, so each request has a new connection.
              const { status, text } = await ask(door, path, { keepalive: false })
              return status === 200 && text.includes(title) ? { at, where: `${door}${path}` } : null
            }),
          ),
        )
      // This is long enough for the lagging replica to apply the new post.
      await Bun.sleep(LATE_MS + 500)
      const shownBefore = (await look()).filter((one) => one !== null).length
      const removed = await ask(load.origin, `/api/posts/${id}`, { method: 'DELETE', member })
      if (removed.status !== 200) continue
      const at = performance.now()
      const removal: Removal = { at, shownBefore, shownFor: 0, where: '' }
      for (;;) {
        const shown = (await look()).filter((one) => one !== null)
        for (const one of shown)
          if (one.at - at > removal.shownFor) Object.assign(removal, { shownFor: one.at - at, where: one.where })
        const age = performance.now() - at
        // Reads once more after a second, so that a post that reappears would be seen.
        if (age > REMOVED_GIVE_UP_MS || (shown.length === 0 && age > REMOVED_WITHIN_MS)) break
        await Bun.sleep(shown.length > 0 ? 150 : Math.max(0, REMOVED_WITHIN_MS - age) + 20)
      }
      removals.push(removal)
    }
  }
  const running = run()
  return {
    removals,
    async stop() {
      isStopped = true
      await running
    },
  }
}

export const isLate = ({ shownFor }: Removal) => shownFor > REMOVED_WITHIN_MS

export async function compareAll(load: Load, parts: Parts): Promise<{ looked: number; wrong: string[] }> {
  const { url } = parts.database.primary()
  const sql = postgres(url, { max: 2, onnotice: () => {} })
  try {
    const found = await compareWithExpected(sql, load.expected)
    const counters = await audit(url)
    const wrong = [...found.wrong, ...counters.wrong]
    for (const path of load.expected.media) {
      const { status } = await ask(load.origin, path)
      if (status !== 200) wrong.push(`picture ${path}: acknowledged, answers ${status}`)
    }
    return { looked: found.looked + counters.looked + load.expected.media.size, wrong }
  } finally {
    await sql.end({ timeout: 1 })
  }
}
