import { useEffect, useState } from 'react'
import BellRing from 'lucide/dist/esm/icons/bell-ring.mjs'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { hasOwnToast, showFailure } from '#site/core/call-failed.ts'
import { useSite } from '#site/core/site-context.tsx'
import { pushState, turnOn, type PushState } from './subscription.ts'

/** Offers push messages for comments and replies below the reader's own post. */
export function PushPrompt() {
  const { api } = useSite()
  const text = useTexts('push')
  const [state, setState] = useState<PushState | 'done' | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void pushState().then((found) => {
      if (isCurrent) setState(found)
    })
    return () => {
      isCurrent = false
    }
  }, [])

  async function start(): Promise<void> {
    setBusy(true)
    try {
      const now = await turnOn(api)
      if (now === 'on') await api.notifications.editSettings({ kinds: { comment: { push: true } } })
      setState(now === 'on' ? 'done' : now)
    } catch (error) {
      if (!hasOwnToast(error)) showFailure(error, text.failed)
    } finally {
      setBusy(false)
    }
  }

  if (state === null || state === 'unsupported' || state === 'on') return null
  return (
    <div className="push-prompt">
      {state === 'off' && (
        <Button
          size="small"
          variant="quiet"
          busy={isBusy}
          icon={<Icon of={BellRing} size={18} />}
          onClick={() => void start()}>
          {text.offer}
        </Button>
      )}
      <span role="status" className="push-prompt__state">
        {state === 'done' && text.offerDone}
        {state === 'denied' && text.denied}
      </span>
    </div>
  )
}
