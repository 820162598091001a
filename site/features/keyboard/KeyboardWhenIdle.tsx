import { useEffect, useState, type ComponentProps, type ComponentType } from 'react'
import type { Keyboard } from './Keyboard.tsx'

type Props = ComponentProps<typeof Keyboard>

/** The keys of the pages, fetched when the browser has nothing better to do, or at once where the help is asked for. */
export function KeyboardWhenIdle(props: Props) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const { isHelpOpen } = props

  useEffect(() => {
    if (Loaded) return
    const load = () => {
      import('./Keyboard.tsx').then(
        (module) => setLoaded(() => module.Keyboard),
        (error: unknown) => console.warn('Loading the keys failed', error),
      )
    }
    if (isHelpOpen) return load()
    // Safari knows no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(load, 1000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(load)
    return () => cancelIdleCallback(handle)
  }, [Loaded, isHelpOpen])

  return Loaded && <Loaded {...props} />
}
