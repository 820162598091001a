import { useRef, useSyncExternalStore } from 'react'
import type { Comment } from '#shared/api/shapes.ts'

const KEY = 'foldedComments'
const MAX_KEPT = 500
const NONE: ReadonlySet<number> = new Set()

/** The latest comes last; null until it is read. */
let folded: ReadonlySet<number> | null = null
const listeners = new Set<() => void>()

/** Storage may be closed or hold invalid data. */
function readStored(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(Number.isSafeInteger) : []
  } catch {
    return []
  }
}

const current = (): ReadonlySet<number> => (folded ??= new Set(readStored()))

/** Merges with changes that other tabs wrote. */
function store(ids: readonly number[], isFolded: boolean): void {
  const others = (all: Iterable<number>) => [...all].filter((id) => !ids.includes(id))
  folded = new Set([...others(current()), ...(isFolded ? ids : [])])
  try {
    localStorage.setItem(KEY, JSON.stringify([...others(readStored()), ...(isFolded ? ids : [])].slice(-MAX_KEPT)))
  } catch {
    // The browser refuses storage, so it lasts as long as the page.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function foldedAbove(comments: readonly Comment[], id: number): number[] {
  const parents = new Map(comments.map((comment) => [comment.id, comment.parent_id]))
  const found: number[] = []
  for (let at = parents.get(id); at; at = parents.get(at)) if (current().has(at)) found.push(at)
  return found
}

/** Comments folded in this browser stay folded, until an address names a comment below them. */
export function useFolded(comments: readonly Comment[], marked: number | null) {
  const opened = useRef<number | null>(null)
  if (marked !== opened.current && typeof document !== 'undefined') {
    opened.current = marked
    const hiding = marked === null ? [] : foldedAbove(comments, marked)
    if (hiding.length > 0) store(hiding, false)
  }
  const ids = useSyncExternalStore(subscribe, current, () => NONE)
  return {
    isFolded: (id: number) => ids.has(id),
    toggleFold(id: number) {
      store([id], !ids.has(id))
      for (const listener of listeners) listener()
    },
  }
}
