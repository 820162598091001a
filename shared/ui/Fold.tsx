import type { ReactNode } from 'react'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import { Icon } from './Icon.tsx'

type FoldProps = {
  label: ReactNode
  /** Opens it where it becomes true; a reader may close it again. */
  isOpen?: boolean
  children: ReactNode
}

/** A `<details>`, so that it opens without scripts. */
export function Fold({ label, isOpen, children }: FoldProps) {
  return (
    <details className="fold" open={isOpen || undefined}>
      <summary className="fold__summary"><Icon of={ChevronRight} size={18} />{label}</summary>
      {children}
    </details>
  )
}
