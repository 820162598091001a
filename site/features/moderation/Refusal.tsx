import { useState } from 'react'
import { LoadedPart } from './LoadedPart.tsx'
import type { RefusalNotice, RefusalProps } from './RefusalNotice.tsx'

let loaded: typeof RefusalNotice | null = null

export const loadRefusal = async () => (loaded ??= (await import('./RefusalNotice.tsx')).RefusalNotice)

/** Only members who may not write load the code of the notice, for which one line is reserved. */
export function Refusal(props: RefusalProps) {
  const [Loaded] = useState(() => loaded)
  return (
    <div className="refusal">{Loaded ? <Loaded {...props} /> : <LoadedPart load={loadRefusal} props={props} />}</div>
  )
}
