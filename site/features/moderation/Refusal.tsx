import { useState } from 'react'
import { LoadedPart } from './LoadedPart.tsx'
import type { RefusalNotice, RefusalProps } from './RefusalNotice.tsx'

let loaded: typeof RefusalNotice | null = null

export const loadRefusal = async () => (loaded ??= (await import('./RefusalNotice.tsx')).RefusalNotice)

/** The code is loaded only for members who may not write, and one line is reserved for it. */
export function Refusal(props: RefusalProps) {
  const [Loaded] = useState(() => loaded)
  return (
    <div className="refusal">{Loaded ? <Loaded {...props} /> : <LoadedPart load={loadRefusal} props={props} />}</div>
  )
}
