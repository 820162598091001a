import { useState } from 'react'

export function useIdSet() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const without = (now: ReadonlySet<number>, id: number) => new Set([...now].filter((other) => other !== id))
  return {
    has: (id: number) => ids.has(id),
    add: (id: number) => setIds((now) => new Set(now).add(id)),
    remove: (id: number) => setIds((now) => without(now, id)),
  }
}
