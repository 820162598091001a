import { useEffect, useEffectEvent, type ReactNode } from 'react'

const TOOLTIP_TIME = 3000

type TooltipProps = { text: string | null; onHide: () => void; children: ReactNode }

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
      <span className="tip__bubble" role="status">
        {text}
      </span>
    </span>
  )
}
