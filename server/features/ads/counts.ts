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

  let known = { minute: -1, day: '' }
  /** Page views on the day `seenOn` by the list of ads on the page, which is cheaper than counting each ad. */
  let seen = new Map<readonly number[], number>()
  let seenOn = ''

  /** The date is cached for a minute, because formatting it takes a tenth of the time of sending a cached page. */
  function today(): string {
    const at = now()
    const minute = Math.floor(at.getTime() / 60_000)
    if (minute !== known.minute) known = { minute, day: dayIn(timeZone, at) }
    return known.day
  }

  function add(id: number, day: string, views: number, clicks: number): void {
    const key = `${id} ${day}`
    const count = waiting.get(key)
    if (count) {
      count.views += views
      count.clicks += clicks
    } else waiting.set(key, { ad_id: id, day, views, clicks })
    flushing.request()
  }

  function addSeen(): void {
    const pages = seen
    seen = new Map()
    for (const [ids, times] of pages) for (const id of ids) add(id, seenOn, times, 0)
  }

  async function store(): Promise<void> {
    addSeen()
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
      const day = today()
      if (day !== seenOn) {
        addSeen()
        seenOn = day
      }
      if (seen.size === 0) flushing.request()
      seen.set(ids, (seen.get(ids) ?? 0) + 1)
    },
    click: (id) => add(id, today(), 0, 1),
    flush,
  }
}
