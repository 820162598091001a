import { useState } from 'react'
import { LoadedPart } from './LoadedPart.tsx'
import type { RefusalNotice, RefusalProps } from './RefusalNotice.tsx'

let loaded: typeof RefusalNotice | null = null

export const loadRefusal = async () => (loaded ??= (await import('./RefusalNotice.tsx')).RefusalNotice)

/** Explains why a member may not write. Its code is loaded only for such members, and one line is reserved for it. */
export function Refusal(props: RefusalProps) {
  const [Loaded] = useState(() => loaded)
  return (
    <div className="refusal">{Loaded ? <Loaded {...props} /> : <LoadedPart load={loadRefusal} props={props} />}</div>
  )
}
