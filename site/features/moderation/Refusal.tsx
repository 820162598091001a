import { useState } from 'react'
import { LoadedPart } from './LoadedPart.tsx'
import type { RefusalNotice, RefusalProps } from './RefusalNotice.tsx'

let loaded: typeof RefusalNotice | null = null

export const loadRefusal = async () => (loaded ??= (await import('./RefusalNotice.tsx')).RefusalNotice)

/** Explains why a member may not write; loaded for such members only, with space for one line reserved. */
export function Refusal(props: RefusalProps) {
  const [Loaded] = useState(() => loaded)
  return (
    <div className="refusal">{Loaded ? <Loaded {...props} /> : <LoadedPart load={loadRefusal} props={props} />}</div>
  )
}
