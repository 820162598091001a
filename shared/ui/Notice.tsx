import type { ReactNode } from 'react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { classNames } from './class-names.ts'

type NoticeProps = {
  kind?: 'info' | 'success' | 'warning' | 'danger'
  role?: 'alert' | 'status'
  /** What can be done about it, behind the text. */
  acts?: ReactNode
  children: ReactNode
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

/** A sentence that stays in the page. */
export function Notice({ kind = 'info', role, acts, children }: NoticeProps) {
  const Icon = icons[kind]
  return (
    <div className={classNames('notice', kind !== 'info' && `notice--${kind}`)} role={role}>
      <Icon size={20} aria-hidden />
      <div className="notice__text">{children}</div>
      {acts}
    </div>
  )
}
