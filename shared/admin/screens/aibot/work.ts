import { useSyncExternalStore } from 'react'
import type { Api } from '#shared/api/index.ts'

/** What the bot can be set to; 'reply' is one comment, 'replies' are all that wait. */
export type WorkKind = 'post' | 'posts' | 'replies' | 'reply' | 'test'

type MadePost = { id: number, title: string }

export type Outcome =
  | { kind: 'posts', asked: number, posts: MadePost[] }
  | { kind: 'replies', responded: number, failed: number }
  | { kind: 'test', content: string, provider: string, model: string, mock: boolean }
  | { kind: 'failure', text: string }

export type Work = {
  /** What the bot is at, since when (milliseconds since 1970); `commentId` where it answers one. */
  running: { kind: WorkKind, commentId: number | null, since: number } | null
  outcome: Outcome | null
}

type Store = { work: Work, hearers: Set<() => void> }

/** By client: what runs goes on, and is known, while another tab of the panel is open. */
const stores = new WeakMap<Api, Store>()

function storeOf(api: Api): Store {
  const store = stores.get(api) ?? { work: { running: null, outcome: null }, hearers: new Set() }
  stores.set(api, store)
  return store
}

function setWork(api: Api, work: Work): void {
  const store = storeOf(api)
  store.work = work
  for (const hear of store.hearers) hear()
}

/** What the bot is at, and how the last work ended. */
export function useWork(api: Api): Work {
  const store = storeOf(api)
  return useSyncExternalStore(
    (hear) => {
      store.hearers.add(hear)
      return () => store.hearers.delete(hear)
    },
    () => store.work,
    () => store.work,
  )
}

/**
 * Sets the bot to something, unless it is at something already: its calls take up to a minute and are never sent twice.
 * `run` returns what is to be shown of it, null for nothing.
 */
export async function startWork(api: Api, kind: WorkKind, run: () => Promise<Outcome | null>, commentId: number | null = null): Promise<void> {
  if (storeOf(api).work.running !== null) return
  setWork(api, { running: { kind, commentId, since: Date.now() }, outcome: null })
  let outcome: Outcome | null = null
  try {
    outcome = await run()
  } finally {
    setWork(api, { running: null, outcome })
  }
}
