import type { Removal } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { useText } from '#site/core/site-context.tsx'

export function RemovalNotice({
  kind,
  removal,
  isOwn,
}: {
  kind: 'post' | 'comment'
  removal: Removal
  isOwn: boolean
}) {
  const { removed, reasons } = useText().posts
  const { by, reason_code, rule_title } = removal
  return (
    <Notice
      actions={
        isOwn && (
          <a className={buttonClass('secondary', 'small')} href={paths.decisions()}>
            {removed.decision}
          </a>
        )
      }>
      {removed[kind](removed.by[by], rule_title ?? reasons[reason_code])}
    </Notice>
  )
}
