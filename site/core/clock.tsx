import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react'

const ClockContext = createContext<{ now: number; isLocal: boolean }>({ now: 0, isLocal: false })

const TICK = 30_000

/** Provides the server's time until hydration, then the browser's clock. */
export function ClockProvider({ renderedAt, children }: { renderedAt: number; children: ReactNode }) {
  const [clock, setClock] = useState({ now: renderedAt, isLocal: false })
  useEffect(() => {
    // Every time on the page renders again; in a transition that yields to input, and to hydration of late parts.
    const tick = () => startTransition(() => setClock({ now: Date.now(), isLocal: true }))
    tick()
    const timer = setInterval(tick, TICK)
    return () => clearInterval(timer)
  }, [])
  return <ClockContext value={clock}>{children}</ClockContext>
}

export function useClock(): { now: number; isLocal: boolean } {
  return useContext(ClockContext)
}
