import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { longDate } from '#site/core/dates.ts'
import { useSite } from '#site/core/site-context.tsx'

/** `where` is the community of a ban, null for a suspension; `until` is null if the refusal is permanent. */
export type RefusalProps = { where: string | null; until: string | null; decisionId?: number }

export function RefusalNotice({ where, until, decisionId }: RefusalProps) {
  const { lang, site } = useSite()
  const { refusals } = useTexts('moderation')
  const date = until && longDate(until, lang, site.time_zone)
  return (
    <Notice
      actions={
        <>
          <Link className={buttonClass('secondary', 'small')} to={paths.decisions(decisionId)}>
            {refusals.show}
          </Link>
          <Link className={buttonClass('quiet', 'small')} to={paths.newModmail(where)}>
            {where === null ? refusals.writeToAdmins : refusals.writeToModerators}
          </Link>
        </>
      }>
      {where === null ? refusals.suspended(date) : refusals.banned(where, date)}
    </Notice>
  )
}
