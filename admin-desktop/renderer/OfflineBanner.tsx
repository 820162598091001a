import { useEffect, useRef, useState } from 'react'
import WifiOff from 'lucide/dist/esm/icons/wifi-off.mjs'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Button } from '../../shared/ui/Button.tsx'
import { showToast } from '../../shared/ui/toast-store.ts'
import { bridge } from './bridge.ts'
import { hostOf, useConsole } from './context.ts'

export function OfflineBanner() {
  const {
    state: { current, is_online: isOnline },
    t,
  } = useConsole()
  const [isTrying, setTrying] = useState(false)
  const offlineServer = useRef<string | null>(null)

  useEffect(() => {
    if (!isOnline) offlineServer.current = current
    else if (offlineServer.current !== null) {
      if (offlineServer.current === current) {
        showToast({ kind: 'success', text: t.offline.back })
        // At this event the panel retries its failed loads.
        window.dispatchEvent(new Event('online'))
      }
      offlineServer.current = null
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
          <Icon of={WifiOff} size={20} />
          <span className="offline-banner__text">{t.offline.text(hostOf(current))}</span>
          <Button size="small" busy={isTrying} busyLabel={t.offline.trying} onClick={() => void retry()}>
            {t.offline.retry}
          </Button>
        </div>
      )}
    </div>
  )
}
