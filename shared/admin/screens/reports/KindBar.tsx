import type { ReactNode } from 'react'
import { QUEUE_KINDS } from '#shared/rules/queue.ts'
import { Segmented } from '#shared/ui/Segmented.tsx'
import { useAdmin } from '../../kit/context.ts'
import { usePlace } from '../../kit/place.ts'

const KINDS = ['all', ...QUEUE_KINDS, 'decided'] as const
type Kind = (typeof KINDS)[number]

export function KindBar({ selected, children }: { selected: Kind; children?: ReactNode }) {
  const {
    t: { queue: text },
    scope,
  } = useAdmin()
  const place = usePlace()
  // Only admins see notices and registrations.
  const kinds = scope === 'admin' ? KINDS : KINDS.filter((each) => each !== 'notices' && each !== 'registration')
  return (
    <div className="toolbar toolbar--filter">
      <Segmented
        label={text.kindsLabel}
        options={kinds.map((value) => ({ value, label: text.kinds[value] }))}
        value={selected}
        onChange={(kind) => place.set({ kind: kind === 'all' ? null : kind, status: null, report: null })}
      />
      {children !== undefined && <div className="toolbar__end">{children}</div>}
    </div>
  )
}
