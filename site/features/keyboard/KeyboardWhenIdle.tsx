import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type ComponentType } from 'react'
import { showToast } from '#shared/ui/toast-store.ts'
import { singleKey } from '#shared/ui/single-keys.ts'
import { takeEarlyKeys } from '#site/core/early-input.ts'
import { useText } from '#site/core/site-context.tsx'
import { whenIdle } from '#site/core/when-idle.ts'
import type { Keyboard } from './Keyboard.tsx'

type Props = Omit<ComponentProps<typeof Keyboard>, 'early'>

const WAITING_KEYS = new Set(['j', 'k', 'n', 'p', 'a', 'z', 's', 'r', '[', ']', 'u', '?', 'Enter'])

/** Loads the shortcuts when the browser is idle, or at once if a key is pressed or the help is opened. */
export function KeyboardWhenIdle(props: Props) {
  const { keyboard: t } = useText()
  const [Loaded, setLoaded] = useState<ComponentType<ComponentProps<typeof Keyboard>> | null>(null)
  const early = useRef<KeyboardEvent[]>([])
  const isLoading = useRef(false)
  const { isHelpOpen } = props

  const load = useEffectEvent(async () => {
    if (isLoading.current) return
    isLoading.current = true
    try {
      const { Keyboard } = await import('./Keyboard.tsx')
      setLoaded(() => Keyboard)
    } catch (error) {
      console.warn('Loading the keys failed', error)
      isLoading.current = false
      // Keys pressed so far are dropped, so that they do not take effect on a later page.
      if (early.current.splice(0).length > 0) showToast({ kind: 'error', text: t.loadFailed })
    }
  })

  const keep = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKey(event)
    if (key === null || !WAITING_KEYS.has(key) || early.current.includes(event)) return
    if (key === 'Enter' && early.current.length === 0) return
    early.current.push(event)
    void load()
  })

  useEffect(() => {
    if (Loaded) return
    const listener = (event: KeyboardEvent) => keep(event)
    takeEarlyKeys().forEach(listener)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [Loaded])

  useEffect(() => {
    if (Loaded) return
    if (isHelpOpen) return void load()
    return whenIdle(() => void load())
  }, [Loaded, isHelpOpen])

  return Loaded && <Loaded {...props} early={early.current} />
}
