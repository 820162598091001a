import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'

const ClockContext = createContext<{ now: number, isLocal: boolean }>({ now: 0, isLocal: false })

const TICK = 30_000

/** Time for relative dates: the server's until hydration, then the reader's own, half-minute by half-minute. */
export function ClockProvider({ renderedAt, children }: { renderedAt: number, children: ReactNode }) {
  const [clock, setClock] = useState({ now: renderedAt, isLocal: false })
  useEffect(() => {
    const tick = () => setClock({ now: Date.now(), isLocal: true })
    tick()
    const timer = setInterval(tick, TICK)
    return () => clearInterval(timer)
  }, [])
  return <ClockContext value={clock}>{children}</ClockContext>
}

/** `now` in milliseconds since 1970; `isLocal` once the reader's clock and zone may be used. */
export function useClock(): { now: number, isLocal: boolean } {
  return useContext(ClockContext)
}
