import type { Topic } from '#shared/api/events.ts'
import type { WantedTopic } from './events.ts'

const MAX_POSTS = 4

/** Selects the topics of the event stream that all tabs share: the account's, and those of the posts opened last. */
export function selectTopics(wanted: WantedTopic[], isSignedIn: boolean): WantedTopic[] {
  const latest = new Map<Topic, WantedTopic>()
  for (const one of wanted) {
    const known = latest.get(one.topic)
    if (!known || known.at < one.at) latest.set(one.topic, { ...one, since: known ? known.since : one.since })
  }
  const { me = [], posts = [] } = Object.groupBy(latest.values(), ({ topic }) => (topic === 'me' ? 'me' : 'posts'))
  return [...(isSignedIn ? me : []), ...posts.sort((a, b) => b.at - a.at).slice(0, MAX_POSTS)]
}

/** Returns the event id from which a new stream resumes, and the topics that have missed events. */
export function continuation(
  topics: WantedTopic[],
  { streamed, isOpen, lastId }: { streamed: readonly string[]; isOpen: boolean; lastId: string | null },
): { from: string | null; missed: Topic[] } {
  const added = topics.filter(({ topic }) => !streamed.includes(topic))
  const from = (isOpen || lastId === null ? added[0]?.since : null) ?? lastId
  const missed = from === null ? topics : added.filter(({ since }) => since !== from)
  return { from, missed: missed.map(({ topic }) => topic) }
}
