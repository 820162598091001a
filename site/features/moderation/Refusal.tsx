import { LoadedPart } from './LoadedPart.tsx'
import type { RefusalProps } from './RefusalNotice.tsx'

const load = async () => (await import('./RefusalNotice.tsx')).RefusalNotice

/** Why a member may not write, loaded for those alone; its place is kept from the first rendering on. */
export function Refusal(props: RefusalProps) {
  return <div className="refusal"><LoadedPart load={load} props={props} /></div>
}
