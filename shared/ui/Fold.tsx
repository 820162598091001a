import type { ReactNode } from 'react'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import { Icon } from './Icon.tsx'

type FoldProps = { label: ReactNode; isOpen?: boolean; children: ReactNode }

/** A `<details>` element, so that it opens without JavaScript; a form opens it for an invalid field inside. */
export function Fold({ label, isOpen = false, children }: FoldProps) {
  return (
    <details className="fold" open={isOpen || undefined}>
      <summary className="fold__summary">
        <Icon of={ChevronRight} size={18} />
        {label}
      </summary>
      {children}
    </details>
  )
}
