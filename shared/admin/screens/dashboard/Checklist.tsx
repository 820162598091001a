import Circle from 'lucide/dist/esm/icons/circle.mjs'
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs'
import type { SetupChecklist, SetupItem } from '#shared/api/setup.ts'
import type { Section } from '#shared/api/settings/setting.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#shared/ui/Button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { Fold } from '#shared/ui/Fold.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { useAdmin } from '../../kit/context.ts'
import { usePlace } from '../../kit/place.ts'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useLoaded } from '../../kit/useLoaded.ts'
import { SETTINGS_FIELD } from '../settings/field.ts'
import { TestMail } from './TestMail.tsx'

type Line = SetupChecklist['items'][number]

const SECTION_OF: Partial<Record<SetupItem, Section>> = {
  mail: 'mail',
  backups: 'backups',
  texts: 'texts',
  invites: 'people',
}

/** Once all set-up steps are done or dismissed, only a button to restore the dismissed ones is shown. */
export function Checklist() {
  const { api, t } = useAdmin()
  const text = t.setup
  const list = useLoaded('', (signal) => api.setupChecklist.get({}, { signal }))
  const { runAction, isBusy } = useAction()
  if (list.data === null) return null
  const { items, is_finished } = list.data
  const aside = items.filter(({ is_done, is_put_aside }) => !is_done && is_put_aside)
  if (is_finished && aside.length === 0) return null

  async function put(id: SetupItem, put_aside: boolean) {
    const changed = await runAction({ key: id, call: () => api.setupChecklist.change({ id, put_aside }) })
    if (changed) list.change(() => changed.answer)
  }

  return (
    <section className="admin__section">
      {!is_finished && (
        <>
          <h2>{text.title}</h2>
          <p className="steps__lead">{text.lead}</p>
          <ul className="steps">
            {items
              .filter(({ is_done, is_put_aside }) => is_done || !is_put_aside)
              .map((line) => (
                <Step
                  key={line.id}
                  line={line}
                  isBusy={isBusy(line.id)}
                  onPutAside={() => void put(line.id, true)}
                  onMailed={() => void list.refresh()}
                />
              ))}
          </ul>
        </>
      )}
      {aside.length > 0 && (
        <Fold label={`${text.aside} (${aside.length})`}>
          <ul className="steps">
            {aside.map(({ id }) => (
              <li key={id} className="steps__item">
                <span className="steps__body">{text.items[id].title}</span>
                <Button
                  size="small"
                  variant="quiet"
                  busy={isBusy(id)}
                  aria-label={text.bringBackNamed(text.items[id].title)}
                  onClick={() => void put(id, false)}>
                  {text.bringBack}
                </Button>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </section>
  )
}

type StepProps = { line: Line; isBusy: boolean; onPutAside: () => void; onMailed: () => void }

function Step({ line: { id, is_done }, isBusy, onPutAside, onMailed }: StepProps) {
  const { t } = useAdmin()
  const text = t.setup
  const { title, text: why } = text.items[id]
  return (
    <li className={classNames('steps__item', is_done && 'steps__item--done')}>
      <Icon of={is_done ? CircleCheck : Circle} size={20} />
      <div className="steps__body">
        <strong>
          {title}
          <span className="visually-hidden">, {is_done ? text.done : text.todo}</span>
        </strong>
        {!is_done && <span className="steps__why">{why}</span>}
        {!is_done && <StepLink id={id} />}
        {id === 'mail' && !is_done && <TestMail onSent={onMailed} />}
      </div>
      {!is_done && (
        <Button size="small" variant="quiet" busy={isBusy} aria-label={text.putAsideNamed(title)} onClick={onPutAside}>
          {text.putAside}
        </Button>
      )}
    </li>
  )
}

function StepLink({ id }: { id: SetupItem }) {
  const { t, shell } = useAdmin()
  const place = usePlace()
  const item = t.setup.items[id]
  if (!('link' in item)) return null
  const { link } = item
  const section = SECTION_OF[id]
  if (section === undefined) return <SiteLink path={paths.createCategory()}>{link}</SiteLink>
  return (
    <a
      href={shell.hrefOf(new URLSearchParams({ [SETTINGS_FIELD]: section }).toString())}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        place.set({ [SETTINGS_FIELD]: section })
      }}>
      {link}
    </a>
  )
}
