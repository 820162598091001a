import { useState } from 'react'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import type { Hook } from '#shared/api/hooks.ts'
import type { HookEvent } from '#shared/rules/hooks.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { HookForm } from './HookForm.tsx'
import { HookLog } from './HookLog.tsx'
import { OutcomeNotice } from './OutcomeNotice.tsx'
import type { HookCalls, Tools } from './tools.ts'
import { useHooks } from './useHooks.ts'
import { useRun } from './useRun.ts'

/** Webhooks of a community, or of the whole site if `categoryId` is null. */
export function Hooks({ categoryId, calls, tools }: { categoryId: number | null; calls: HookCalls; tools: Tools }) {
  const text = useTexts('hooks')
  const { run, busy, outcome } = useRun(tools, text.failed)
  const { hooks, state, retry, ...actions } = useHooks(categoryId, calls)
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)

  const add = (values: { url: string; events: HookEvent[] }) =>
    run('add', async () => {
      setSecret(await actions.add(values))
      setAdding(false)
      return text.added
    })

  if (state === 'failed') return <Button onClick={retry}>{text.tryAgain}</Button>
  if (state === 'loading')
    return (
      <div role="status" aria-label={text.loading}>
        <Skeleton width={3} />
      </div>
    )
  return (
    <>
      {hooks.length === 0 && <p>{text.none}</p>}
      <ul className="settings__rows">
        {hooks.map((hook) => (
          <Row key={hook.id} hook={hook} calls={calls} tools={tools} busy={busy} run={run} {...actions} />
        ))}
      </ul>
      {!isAdding && <OutcomeNotice outcome={outcome} />}
      {secret !== null && (
        <Notice kind="success" role="status">
          {text.secret} <code>{secret}</code>
        </Notice>
      )}
      {isAdding ? (
        <HookForm
          isOfSite={categoryId === null}
          busy={busy === 'add'}
          outcome={outcome}
          onCancel={() => setAdding(false)}
          onSend={add}
        />
      ) : (
        <div className="form__actions">
          <Button variant="quiet" icon={<Icon of={Plus} size={18} />} onClick={() => setAdding(true)}>
            {text.add}
          </Button>
        </div>
      )}
    </>
  )
}

type Actions = Pick<ReturnType<typeof useHooks>, 'toggle' | 'remove'>

type RowProps = Actions &
  Pick<ReturnType<typeof useRun>, 'run' | 'busy'> & { hook: Hook; calls: HookCalls; tools: Tools }

function Row({ hook, calls, tools, busy, run, toggle, remove }: RowProps) {
  const text = useTexts('hooks')
  const [isLogOpen, setLogOpen] = useState(false)

  const change = () =>
    run(`toggle ${hook.id}`, async () => ((await toggle(hook)).is_enabled ? text.switchedOn : text.switchedOff))

  async function ask(): Promise<void> {
    const isSure = await tools.ask({
      title: text.removeTitle,
      text: text.removeText(hook.url),
      confirmLabel: text.remove,
      cancelLabel: text.cancel,
      danger: true,
    })
    if (!isSure) return
    await run(`remove ${hook.id}`, async () => {
      await remove(hook)
      return text.removed
    })
  }

  return (
    <li className="settings__row settings__row--plain filter-row">
      <HookAbout hook={hook} tools={tools} />
      <div className="form__actions">
        <Button size="small" busy={busy === `toggle ${hook.id}`} onClick={() => void change()}>
          {hook.is_enabled ? text.disable : text.enable}
        </Button>
        <Button size="small" aria-expanded={isLogOpen} onClick={() => setLogOpen(!isLogOpen)}>
          {text.log}
        </Button>
        <Button size="small" busy={busy === `remove ${hook.id}`} onClick={() => void ask()}>
          {text.remove}
        </Button>
      </div>
      {isLogOpen && <HookLog hookId={hook.id} calls={calls} tools={tools} />}
    </li>
  )
}

function HookAbout({ hook: { url, events, is_enabled, failing_since }, tools }: { hook: Hook; tools: Tools }) {
  const text = useTexts('hooks')
  return (
    <div>
      <span className="settings__device">{url}</span>{' '}
      <span className={is_enabled ? 'tag tag--accent' : 'tag'}>{is_enabled ? text.on : text.off}</span>
      <p className="settings__lead">{events.map((event) => text.events[event]).join(', ')}</p>
      {failing_since !== null && <p className="settings__lead">{text.failing(tools.date(failing_since))}</p>}
    </div>
  )
}
