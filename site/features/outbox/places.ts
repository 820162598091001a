import type { QueuedPlace } from '#site/features/outbox/QueuedHere.tsx'
import type { Queued } from '#site/offline/outbox.ts'

const isReplyTo = (thing: string, id: number) => new RegExp(`^thread \\d+ ${id}$`).test(thing)

/** Whether a queued action is shown at a place, by its call and its `thing` (see `thingOf`). */
const PLACES: Record<QueuedPlace, (call: string, thing: string, id: number) => boolean> = {
  comment: (_, thing, id) => thing.endsWith(` comment ${id}`) || isReplyTo(thing, id),
  post: (call, thing, id) =>
    /^(votes\.post|saves|reading|posts\.edit|polls|reports)/.test(call) &&
    !thing.includes(' comment ') &&
    thing.endsWith(` ${id}`),
  thread: (_, thing, id) => thing === `thread ${id} `,
  conversation: (_, thing, id) => thing === `conversation ${id}`,
  user: (call, thing, id) => call.startsWith('follows.') && thing.endsWith(` ${id}`),
  category: (call, thing, id) => /^categories\.(join|leave)$/.test(call) && thing.endsWith(` ${id}`),
  composer: (call) => call === 'posts.create',
}

export const queuedAt = (actions: readonly Queued[], kind: QueuedPlace, id: number): Queued[] =>
  actions.filter(({ call, thing }) => PLACES[kind](call, thing, id))
