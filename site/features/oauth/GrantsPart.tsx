import { useState } from 'react'
import type { Grant } from '#shared/api/oauth.ts'
import { relativeTime } from '#shared/rules/relative-time.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { useClock } from '#site/core/clock.tsx'
import { longDate } from '#site/core/dates.ts'
import { useSite } from '#site/core/site-context.tsx'
import { SettingsPart } from '../settings/SettingsFrame.tsx'

export function GrantsPart({ loaded }: { loaded: Grant[] }) {
  const { api } = useSite()
  const text = useTexts('oauth').grants
  const [grants, setGrants] = useState(loaded)
  const [busy, setBusy] = useState<number | null>(null)

  async function end({ id, application }: Grant): Promise<void> {
    setBusy(id)
    try {
      await api.grants.remove({ grant_id: id })
      setGrants((now) => now.filter((grant) => grant.id !== id))
      showToast({ kind: 'success', text: text.ended(application.name) })
    } catch (error) {
      showFailure(error, text.endFailed)
    }
    setBusy(null)
  }

  return (
    <SettingsPart title={text.title} lead={text.lead}>
      {grants.length === 0 && <p className="settings__lead">{text.none}</p>}
      <ul className="settings__rows">
        {grants.map((grant) => (
          <Row key={grant.id} grant={grant} isBusy={busy === grant.id} onEnd={() => void end(grant)} />
        ))}
      </ul>
    </SettingsPart>
  )
}

function Row({ grant, isBusy, onEnd }: { grant: Grant; isBusy: boolean; onEnd: () => void }) {
  const { lang, site } = useSite()
  const { now } = useClock()
  const text = useTexts('oauth').grants
  const scopeNames = useTexts('tokens').scopes
  const { id, application, scopes, created_at, last_used_at } = grant
  const details = [
    scopes.map((scope) => scopeNames[scope]).join(', '),
    text.since(longDate(created_at, lang, site.time_zone)),
    last_used_at === null ? text.unused : text.used(relativeTime(last_used_at, now, lang)),
  ]
  return (
    <li className="settings__row token__row">
      <div>
        <h3 className="settings__device">{application.name}</h3>
        <p className="settings__lead consent__address">{application.url}</p>
        <p className="settings__lead">{details.join(' · ')}</p>
      </div>
      <CallForm call="grants.remove" fields={{ grant_id: id }}>
        <Button
          type="submit"
          size="small"
          busy={isBusy}
          aria-label={text.endOf(application.name)}
          onClick={withScripts(onEnd)}>
          {text.end}
        </Button>
      </CallForm>
    </li>
  )
}
