import { useEffect, useState, type ComponentType } from 'react'

/** A part of the page whose code few readers need; `load` must be a stable function. */
export function LoadedPart<Props extends object>({
  load,
  props,
}: {
  load: () => Promise<ComponentType<Props>>
  props: Props
}) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    let isShown = true
    load()
      .then((part) => {
        if (isShown) setPart(() => part)
      })
      .catch((error: unknown) => console.warn('Loading a part of moderation failed', error))
    return () => {
      isShown = false
    }
  }, [load])
  return Part && <Part {...props} />
}
