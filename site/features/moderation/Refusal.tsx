import { useState } from 'react'
import { LoadedPart } from './LoadedPart.tsx'
import type { RefusalNotice, RefusalProps } from './RefusalNotice.tsx'

let loaded: typeof RefusalNotice | null = null

export const loadRefusal = async () => (loaded ??= (await import('./RefusalNotice.tsx')).RefusalNotice)

/**
 * Why a member may not write, loaded for those alone; in the first view where it was loaded before, else with a place
 * of one line.
 */
export function Refusal(props: RefusalProps) {
  const [Loaded] = useState(() => loaded)
  return (
    <div className="refusal">{Loaded ? <Loaded {...props} /> : <LoadedPart load={loadRefusal} props={props} />}</div>
  )
}
