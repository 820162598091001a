import { useSyncExternalStore } from 'react'
import { Notice } from '#shared/ui/Notice.tsx'
import { useText } from '#site/core/site-context.tsx'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function OfflineBar() {
  const t = useText()
  const isOffline = useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
  return (
    <div role="status">
      {isOffline && (
        <div className="banner banner--warning">
          <Notice kind="warning">{t.layout.offline}</Notice>
        </div>
      )}
    </div>
  )
}
