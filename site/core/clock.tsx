import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react'

const ClockContext = createContext<{ now: number; isLocal: boolean }>({ now: 0, isLocal: false })

const TICK = 30_000

/** Provides the server's time until hydration, then the browser's clock. */
export function ClockProvider({ renderedAt, children }: { renderedAt: number; children: ReactNode }) {
  const [clock, setClock] = useState({ now: renderedAt, isLocal: false })
  useEffect(() => {
    // Each tick renders all times again, in a transition, which yields to the reader's input.
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
