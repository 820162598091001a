import { useEffect, useState, type ComponentType } from 'react'

export function PushOffer() {
  const [Prompt, setPrompt] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!('PushManager' in window) || !('Notification' in window) || Notification.permission === 'denied') return
    let isCurrent = true
    void import('./PushPrompt.tsx').then((loaded) => {
      if (isCurrent) setPrompt(() => loaded.PushPrompt)
    })
    return () => {
      isCurrent = false
    }
  }, [])
  return Prompt && <Prompt />
}
