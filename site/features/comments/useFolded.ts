import { useRef, useSyncExternalStore } from 'react'
import type { Comment } from '#shared/api/shapes.ts'

const KEY = 'foldedComments'
const MAX_KEPT = 500
export const NONE: ReadonlySet<number> = new Set()

/** Ids of folded comments, the latest last; null until read from storage. */
let folded: ReadonlySet<number> | null = null
const listeners = new Set<() => void>()

function readStored(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(Number.isSafeInteger) : []
  } catch {
    return []
  }
}

/** Returns the empty set `NONE` if nothing is folded, since another empty set would render the thread again. */
export function foldedIds(): ReadonlySet<number> {
  if (folded) return folded
  const stored = readStored()
  return (folded = stored.length === 0 ? NONE : new Set(stored))
}

/** Keeps the changes that other tabs have stored meanwhile. */
function store(ids: readonly number[], isFolded: boolean): void {
  const others = (all: Iterable<number>) => [...all].filter((id) => !ids.includes(id))
  folded = new Set([...others(foldedIds()), ...(isFolded ? ids : [])])
  try {
    localStorage.setItem(KEY, JSON.stringify([...others(readStored()), ...(isFolded ? ids : [])].slice(-MAX_KEPT)))
  } catch {
    // Without storage, folding lasts only as long as the page.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function foldedAbove(comments: readonly Comment[], id: number): number[] {
  const parents = new Map(comments.map((comment) => [comment.id, comment.parent_id]))
  const found: number[] = []
  for (let at = parents.get(id); at; at = parents.get(at)) if (foldedIds().has(at)) found.push(at)
  return found
}

/** Comments stay folded in this browser until a URL names a comment below them. */
export function useFolded(comments: readonly Comment[], marked: number | null) {
  const opened = useRef<number | null>(null)
  if (marked !== opened.current && typeof document !== 'undefined') {
    opened.current = marked
    const hiding = marked === null ? [] : foldedAbove(comments, marked)
    if (hiding.length > 0) store(hiding, false)
  }
  const ids = useSyncExternalStore(subscribe, foldedIds, () => NONE)
  return {
    isFolded: (id: number) => ids.has(id),
    toggleFold(id: number) {
      store([id], !ids.has(id))
      for (const listener of listeners) listener()
    },
  }
}
