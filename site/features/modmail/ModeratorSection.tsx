import { Link } from 'react-router-dom'
import PenLine from 'lucide/dist/esm/icons/pen-line.mjs'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import type { BoxName, ThreadPage, ThreadState } from './load.ts'
import { ThreadList } from './ThreadList.tsx'

type ModeratorSectionProps = {
  page: ThreadPage
  box: BoxName
  state: ThreadState | undefined
  isStaff: boolean
  since: string | null
}

export function ModeratorSection({ page, box, state, isStaff, since }: ModeratorSectionProps) {
  const t = useTexts('modmail')
  const current = (is: boolean) => (is ? ('page' as const) : undefined)
  return (
    <>
      <div className="mail-bar">
        {isStaff && (
          <nav className="mail-boxes" aria-label={t.boxesLabel}>
            {(['mine', 'staff'] as const).map((each) => (
              <Link
                key={each}
                to={paths.modmailList(each === 'mine' ? undefined : each)}
                className="mail-box"
                aria-current={current(box === each && state !== 'archived')}>
                {t.boxes[each]}
              </Link>
            ))}
            <Link
              to={paths.modmailList('staff', 'archived')}
              className="mail-box"
              aria-current={current(box === 'staff' && state === 'archived')}>
              {t.states.archived}
            </Link>
          </nav>
        )}
        <Link to={paths.newModmail()} className={buttonClass('secondary', 'small')}>
          <span className="btn__label">
            <Icon of={PenLine} size={18} />
            {t.write}
          </span>
        </Link>
      </div>
      <ThreadList key={`${box} ${state}`} first={page} box={box} state={state} since={since} />
    </>
  )
}
