import { useSyncExternalStore } from 'react'
import type { Api } from '#shared/api/index.ts'

/** 'reply' answers one comment, 'replies' all pending ones. */
export type WorkKind = 'post' | 'posts' | 'replies' | 'reply' | 'test'

type MadePost = { id: number; title: string }

export type Outcome =
  | { kind: 'posts'; asked: number; posts: MadePost[] }
  | { kind: 'replies'; responded: number; failed: number }
  | { kind: 'test'; content: string; provider: string; model: string; mock: boolean }
  | { kind: 'failure'; text: string }

export type Work = {
  /** `since`: milliseconds since 1970; `commentId` is set for 'reply'. */
  running: { kind: WorkKind; commentId: number | null; since: number } | null
  outcome: Outcome | null
}

type Store = { work: Work; listeners: Set<() => void> }

/** Tasks are stored per API client, so that a running task survives a change of tab. */
const stores = new WeakMap<Api, Store>()

function storeOf(api: Api): Store {
  const store = stores.get(api) ?? { work: { running: null, outcome: null }, listeners: new Set() }
  stores.set(api, store)
  return store
}

function setWork(api: Api, work: Work): void {
  const store = storeOf(api)
  store.work = work
  for (const listener of store.listeners) listener()
}

export function useWork(api: Api): Work {
  const store = storeOf(api)
  return useSyncExternalStore(
    (listener) => {
      store.listeners.add(listener)
      return () => store.listeners.delete(listener)
    },
    () => store.work,
    () => store.work,
  )
}

/** Only one task runs at a time, because the bot's calls take up to a minute; `run` returns the outcome to show. */
export async function startWork(
  api: Api,
  kind: WorkKind,
  run: () => Promise<Outcome | null>,
  commentId: number | null = null,
): Promise<void> {
  if (storeOf(api).work.running !== null) return
  setWork(api, { running: { kind, commentId, since: Date.now() }, outcome: null })
  let outcome: Outcome | null = null
  try {
    outcome = await run()
  } finally {
    setWork(api, { running: null, outcome })
  }
}
