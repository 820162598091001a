import { useEffect, useState } from 'react'
import type { Delivery } from '#shared/api/hooks.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { OutcomeNotice } from './OutcomeNotice.tsx'
import type { HookCalls, Tools } from './tools.ts'
import { useRun } from './useRun.ts'

export function HookLog({ hookId, calls, tools }: { hookId: number; calls: HookCalls; tools: Tools }) {
  const text = useTexts('hooks')
  const { run, busy, outcome } = useRun(tools, text.failed)
  const [list, setList] = useState<Delivery[]>([])
  const [next, setNext] = useState<string | null>(null)
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    let isCurrent = true
    calls.deliveries({ hook_id: hookId }).then(
      (page) => {
        if (!isCurrent) return
        setList(page.deliveries)
        setNext(page.next_cursor)
        setLoaded(true)
      },
      (error: unknown) => console.warn('Loading the log of a web hook failed', error),
    )
    return () => {
      isCurrent = false
    }
  }, [calls, hookId])

  const more = (cursor: string) =>
    run('more', async () => {
      const page = await calls.deliveries({ hook_id: hookId, cursor })
      setList([...list, ...page.deliveries])
      setNext(page.next_cursor)
      return text.loaded
    })

  const replay = (delivery: Delivery) =>
    run(`replay ${delivery.id}`, async () => {
      const sent = await calls.replay({ hook_id: hookId, delivery_id: delivery.id })
      setList([sent.delivery, ...list])
      return text.replayed
    })

  const stateOf = ({ status, status_code, error }: Delivery) =>
    [text.states[status], status_code, error].filter((part) => part !== null).join(' · ')

  return (
    <div>
      {isLoaded && list.length === 0 && <p>{text.logEmpty}</p>}
      <ul className="settings__rows">
        {list.map((delivery) => (
          <li key={delivery.id} className="settings__row settings__row--plain">
            <div>
              <span className="settings__device">{text.events[delivery.event]}</span>
              <p className="settings__lead">
                {tools.date(delivery.created_at)} · {stateOf(delivery)} · {text.attempts(delivery.attempts)}
              </p>
            </div>
            <Button
              size="small"
              busy={busy === `replay ${delivery.id}`}
              aria-label={text.replayOf(delivery.id)}
              onClick={() => void replay(delivery)}>
              {text.replay}
            </Button>
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button variant="quiet" busy={busy === 'more'} onClick={() => void more(next)}>
          {text.more}
        </Button>
      )}
      <OutcomeNotice outcome={outcome} />
    </div>
  )
}
