import { useEffect, useRef, useState } from 'react'
import WifiOff from 'lucide-react/icons/wifi-off'
import { Button } from '../../shared/ui/Button.tsx'
import { showToast } from '../../shared/ui/toast-store.ts'
import { bridge } from './bridge.ts'
import { hostOf, useConsole } from './context.ts'

/** Says that the server is away, and when it is back. What is on the page stays as it is. */
export function OfflineBanner() {
  const { state: { current, is_online: isOnline }, t } = useConsole()
  const [isTrying, setTrying] = useState(false)
  const wasAway = useRef<string | null>(null)

  useEffect(() => {
    if (!isOnline) wasAway.current = current
    else if (wasAway.current !== null) {
      if (wasAway.current === current) {
        showToast({ kind: 'success', text: t.offline.back })
        // What failed to load asks again, as it does when a browser finds its network again.
        window.dispatchEvent(new Event('online'))
      }
      wasAway.current = null
    }
  }, [isOnline, current, t])

  async function retry() {
    setTrying(true)
    await bridge.retry()
    setTrying(false)
  }

  return (
    <div role="status">
      {!isOnline && current !== null && (
        <div className="offline-banner">
          <WifiOff size={20} aria-hidden />
          <span className="offline-banner__text">{t.offline.text(hostOf(current))}</span>
          <Button size="small" busy={isTrying} busyLabel={t.offline.trying} onClick={() => void retry()}>{t.offline.retry}</Button>
        </div>
      )}
    </div>
  )
}
