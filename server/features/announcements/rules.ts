import type { Lang } from '#shared/i18n/plural.ts'
import type { Services } from '#server/context.ts'

type Written = ReturnType<typeof announcementsOf>[number]

export const CLOSED_COOKIE = 'closed_announcements'

const MAX_CLOSED = 20
const ID = /^[\da-f]{12}$/

const announcementsOf = (settings: Services['settings']) => settings.value('announcements')

/** The id is a hash, so that a changed announcement is shown again to readers who closed its former version. */
const idOf = (announcement: Written): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify(announcement)).digest('hex').slice(0, 12)

const identified = new WeakMap<readonly Written[], readonly (Written & { id: string })[]>()

export const closedIds = (cookie: string | null | undefined): string[] =>
  (cookie ?? '')
    .split('.')
    .filter((id) => ID.test(id))
    .slice(-MAX_CLOSED)

export function currentAnnouncements(settings: Services['settings'], now: Date, closed: readonly string[]) {
  const written = announcementsOf(settings)
  if (written.length === 0) return []
  const all = identified.get(written) ?? written.map((each) => ({ ...each, id: idOf(each) }))
  identified.set(written, all)
  const time = now.toISOString()
  return all.filter(
    ({ id, starts_at, ends_at }) =>
      (starts_at === null || starts_at <= time) && (ends_at === null || ends_at > time) && !closed.includes(id),
  )
}

export function inLanguage(announcement: Written & { id: string }, lang: Lang) {
  const shown = announcement[`text_${lang}`] === '' ? (lang === 'pl' ? 'en' : 'pl') : lang
  return { ...announcement, text: announcement[`text_${shown}`], lang: shown }
}
