import { useEffect, useState } from 'react'
import Monitor from 'lucide/dist/esm/icons/monitor.mjs'
import Smartphone from 'lucide/dist/esm/icons/smartphone.mjs'
import type { SiteApi } from '#shared/api/public.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'
import { longDate } from '#site/core/dates.ts'
import { useSite } from '#site/core/site-context.tsx'
import { Outcome } from '#site/features/settings/Outcome.tsx'
import { SettingsPart } from '#site/features/settings/SettingsFrame.tsx'
import { pushState, turnOff, turnOn, type PushState } from './subscription.ts'

type Device = Awaited<ReturnType<SiteApi['push']['list']>>['subscriptions'][number]

const PHONE = /Android|iOS|iPhone|Telefon|Phone/i

export function PushDevices({ loaded }: { loaded: Device[] }) {
  const { api } = useSite()
  const text = useTexts('push')
  const [devices, setDevices] = useState(loaded)
  const [state, setState] = useState<PushState | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  useEffect(() => void pushState().then(setState), [])

  async function run(what: string, action: () => Promise<string | null>): Promise<void> {
    if (busy !== null) return
    setBusy(what)
    setDone(null)
    setFailure(null)
    try {
      setDone(await action())
    } catch (error) {
      if (!hasOwnToast(error)) setFailure(failureText(error, text.failed))
    }
    // Testing an expired device deletes it, so the list is loaded again.
    const found = await api.push.list().catch(() => null)
    if (found) setDevices(found.subscriptions)
    setBusy(null)
  }

  const start = () =>
    run('on', async () => {
      const now = await turnOn(api)
      setState(now)
      return now === 'on' ? text.turnedOn : null
    })

  const remove = (device: Device) =>
    run(`remove ${device.id}`, async () => {
      await api.push.remove({ subscription_id: device.id })
      if (device.is_current) {
        await turnOff()
        setState(await pushState())
      }
      return text.removed(device.device ?? text.unknown)
    })

  const isHere = state === 'on' && devices.some(({ is_current }) => is_current)
  return (
    <SettingsPart title={text.title} lead={text.lead}>
      <noscript>
        <p className="check__hint">
          {text.needsScript} <a href={paths.notifications()}>{text.allHere}</a>
        </p>
      </noscript>
      {state === 'unsupported' && <p className="check__hint">{text.unsupported}</p>}
      {state === 'denied' && <p className="check__hint">{text.denied}</p>}
      {(state === 'off' || state === 'on') && !isHere && (
        <div className="form__actions">
          <Button variant="primary" busy={busy === 'on'} onClick={() => void start()}>
            {text.turnOn}
          </Button>
        </div>
      )}
      <ul className="settings__rows">
        {devices.map((device) => (
          <Row
            key={device.id}
            device={device}
            busy={busy}
            onTest={() =>
              run(`test ${device.id}`, async () => {
                await api.push.test({ subscription_id: device.id })
                return text.tested
              })
            }
            onRemove={() => remove(device)}
          />
        ))}
      </ul>
      <Outcome done={done} failure={failure} />
    </SettingsPart>
  )
}

type RowProps = { device: Device; busy: string | null; onTest: () => Promise<void>; onRemove: () => Promise<void> }

function Row({ device: { id, device, created_at, is_current }, busy, onTest, onRemove }: RowProps) {
  const { lang, site } = useSite()
  const text = useTexts('push')
  const name = device ?? text.unknown
  return (
    <li className="settings__row">
      <Icon of={PHONE.test(name) ? Smartphone : Monitor} size={22} />
      <div>
        <h3 className="settings__device">
          {name} {is_current && <span className="tag tag--accent">{text.current}</span>}
        </h3>
        <p className="settings__lead">{text.since(longDate(created_at, lang, site.time_zone))}</p>
      </div>
      <div className="push-device__actions">
        <Button size="small" busy={busy === `test ${id}`} aria-label={text.testOf(name)} onClick={() => void onTest()}>
          {text.test}
        </Button>
        <Button
          size="small"
          busy={busy === `remove ${id}`}
          aria-label={text.removeOf(name)}
          onClick={() => void onRemove()}>
          {text.remove}
        </Button>
      </div>
    </li>
  )
}
