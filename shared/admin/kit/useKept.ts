import { useEffect, useState } from 'react'
import { useAdmin } from './context.ts'
import { storedForm } from './stored-form.ts'

/** Form state that survives a change of tab, a reload and a new login; it is stored per server. */
export function useKept<T extends object>(
  name: string,
  initial: T,
): { values: T; change: (part: Partial<T>) => void; drop: () => void } {
  const { shell, me } = useAdmin()
  const [changes, setChanges] = useState<Partial<T>>({})
  const [stored] = useState(() =>
    storedForm(`panel ${shell.siteHref('/')} ${me.username ?? ''} ${name}`, me.draft_keys),
  )
  useEffect(() => {
    void stored.read().then((found) => setChanges((now) => ({ ...found, ...now })))
  }, [stored])
  return {
    values: { ...initial, ...changes },
    change: (part) =>
      setChanges((now) => {
        const next = { ...now, ...part }
        void stored.write(next)
        return next
      }),
    drop: () => stored.remove(),
  }
}
