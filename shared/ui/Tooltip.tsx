import { useEffect, useEffectEvent, type ReactNode } from 'react'

/** How long a bubble stays, in milliseconds. */
export const TOOLTIP_TIME = 3000

type TooltipProps = {
  /** What the bubble says; null while there is nothing to say. */
  text: string | null
  /** Called when the time is over: set the text to null. */
  onHide: () => void
  children: ReactNode
}

/** A word that appears beside `children`, is read out, and goes by itself. */
export function Tooltip({ text, onHide, children }: TooltipProps) {
  const hide = useEffectEvent(onHide)

  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => hide(), TOOLTIP_TIME)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <span className="tip">
      {children}
      <span className="tip__bubble" role="status">{text}</span>
    </span>
  )
}
