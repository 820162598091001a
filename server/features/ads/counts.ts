import type { Db } from '#server/db/driver/client.ts'
import type { AdCounts } from '#server/lib/ad-counts.ts'
import type { Logger } from '#server/lib/log.ts'
import { throttle } from '../events/throttle.ts'
import { addCounts, type DayCount } from './queries.ts'
import { dayIn } from './rules.ts'

const INTERVAL_MS = 3_000

type Options = { db: Db; log: Logger; timeZone: string; now: () => Date }

export function createAdCounts({ db, log, timeZone, now }: Options): AdCounts {
  let waiting = new Map<string, DayCount>()
  let storing: Promise<void> = Promise.resolve()
  const flushing = throttle(INTERVAL_MS, () => void flush())

  function add(id: number, day: string, views: number, clicks: number): void {
    const key = `${id} ${day}`
    const known = waiting.get(key)
    if (known) {
      known.views += views
      known.clicks += clicks
    } else waiting.set(key, { ad_id: id, day, views, clicks })
    flushing.request()
  }

  async function store(): Promise<void> {
    if (waiting.size === 0) return
    const counts = waiting
    waiting = new Map()
    try {
      await addCounts(db, [...counts.values()])
    } catch (error) {
      log.warn('Views of advertisements could not be stored; they are tried again', { error })
      for (const { ad_id, day, views, clicks } of counts.values()) add(ad_id, day, views, clicks)
    }
  }

  function flush(): Promise<void> {
    return (storing = storing.then(store))
  }

  return {
    view(ids) {
      if (ids.length === 0) return
      const day = dayIn(timeZone, now())
      for (const id of ids) add(id, day, 1, 0)
    },
    click: (id) => add(id, dayIn(timeZone, now()), 0, 1),
    flush,
  }
}
