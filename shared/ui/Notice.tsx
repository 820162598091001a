import type { ReactNode } from 'react'
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs'
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs'
import Info from 'lucide/dist/esm/icons/info.mjs'
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

type NoticeProps = {
  kind?: 'info' | 'success' | 'warning' | 'danger'
  role?: 'alert' | 'status'
  actions?: ReactNode
  children: ReactNode
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

export function Notice({ kind = 'info', role, actions, children }: NoticeProps) {
  const icon = icons[kind]
  return (
    <div className={classNames('notice', kind !== 'info' && `notice--${kind}`)} role={role}>
      <Icon of={icon} size={20} />
      <div className="notice__text">{children}</div>
      {actions}
    </div>
  )
}
