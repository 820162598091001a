import { useState } from 'react'
import Monitor from 'lucide/dist/esm/icons/monitor.mjs'
import Smartphone from 'lucide/dist/esm/icons/smartphone.mjs'
import type { AccountSession } from '#shared/api/account.ts'
import { relativeTime } from '#shared/rules/relative-time.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'
import { useClock } from '#site/core/clock.tsx'
import { longDate } from '#site/core/dates.ts'
import { useSite } from '#site/core/site-context.tsx'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { Outcome } from './Outcome.tsx'
import { SettingsPart } from './SettingsFrame.tsx'

const PHONE = /Android|iOS/

export function Sessions({ loaded }: { loaded: AccountSession[] }) {
  const { api, t } = useSite()
  const text = useTexts('settings').sessions
  const ask = useConfirm()
  const [sessions, setSessions] = useState(loaded)
  const [done, setDone] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<number | 'others' | null>(null)

  async function run(what: number | 'others', action: () => Promise<string>): Promise<void> {
    if (busy !== null) return
    setBusy(what)
    setDone(null)
    setFailure(null)
    try {
      setDone(await action())
    } catch (error) {
      if (!hasOwnToast(error)) setFailure(failureText(error, text.failed))
    } finally {
      setBusy(null)
    }
  }

  const end = ({ id, device }: AccountSession) =>
    run(id, async () => {
      await api.account.endSession({ session_id: id })
      setSessions((now) => now.filter((session) => session.id !== id))
      return text.ended(device)
    })

  async function endOthers(): Promise<void> {
    const isSure = await ask({
      title: text.endOthersTitle,
      text: text.endOthersText,
      confirmLabel: text.endOthers,
      cancelLabel: t.app.cancel,
      danger: true,
    })
    if (!isSure) return
    await run('others', async () => {
      const { ended } = await api.account.endOtherSessions()
      setSessions((now) => now.filter((session) => session.is_current))
      return text.othersEnded(ended)
    })
  }

  return (
    <SettingsPart title={text.title} lead={text.lead}>
      <ul className="settings__rows">
        {sessions.map((session) => (
          <Row key={session.id} session={session} isBusy={busy === session.id} onEnd={() => void end(session)} />
        ))}
      </ul>
      <Outcome done={done} failure={failure} />
      {sessions.length > 1 ? (
        <div className="form__actions">
          <CallForm call="account.endOtherSessions">
            <Button type="submit" variant="danger" busy={busy === 'others'} onClick={withScripts(endOthers)}>
              {text.endOthers}
            </Button>
          </CallForm>
        </div>
      ) : (
        done === null && <Notice>{text.alone}</Notice>
      )}
    </SettingsPart>
  )
}

function Row({ session, isBusy, onEnd }: { session: AccountSession; isBusy: boolean; onEnd: () => void }) {
  const { lang, site } = useSite()
  const { now } = useClock()
  const text = useTexts('settings').sessions
  const { device, address, created_at, last_seen_at, is_current } = session
  const details = [
    text.seen(relativeTime(last_seen_at, now, lang)),
    text.since(longDate(created_at, lang, site.time_zone)),
    address !== null && text.network(address),
  ].filter((detail) => detail !== false)
  return (
    <li className="settings__row">
      <Icon of={PHONE.test(device) ? Smartphone : Monitor} size={22} />
      <div>
        <h3 className="settings__device">
          {device} {is_current && <span className="tag tag--accent">{text.current}</span>}
        </h3>
        <p className="settings__lead">{details.join(' · ')}</p>
      </div>
      {!is_current && (
        <CallForm call="account.endSession" fields={{ session_id: session.id }}>
          <Button type="submit" size="small" busy={isBusy} aria-label={text.endOf(device)} onClick={withScripts(onEnd)}>
            {text.end}
          </Button>
        </CallForm>
      )}
    </li>
  )
}
