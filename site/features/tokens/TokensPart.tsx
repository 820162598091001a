import { useState } from 'react'
import { TOKEN_SCOPES, type Scope } from '#shared/api/scopes.ts'
import { createToken, type Token } from '#shared/api/tokens.ts'
import { LIMITS } from '#shared/limits.ts'
import { relativeTime } from '#shared/rules/relative-time.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { useClock } from '#site/core/clock.tsx'
import { longDate } from '#site/core/dates.ts'
import { useSite } from '#site/core/site-context.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import { SettingsPart } from '../settings/SettingsFrame.tsx'
import { useSettingsForm } from '../settings/useSettingsForm.ts'
import { ScopeChoice } from './ScopeChoice.tsx'

export function TokensPart({ loaded }: { loaded: Token[] }) {
  const { api, failed_form } = useSite()
  const text = useTexts('tokens')
  const [tokens, setTokens] = useState(loaded)
  const sent = failed_form?.call === 'tokens.create' ? failed_form.extra.token : undefined
  const [made, setMade] = useState(typeof sent === 'string' ? sent : null)
  const [busy, setBusy] = useState<number | null>(null)

  async function end({ id, name }: Token): Promise<void> {
    setBusy(id)
    try {
      await api.tokens.remove({ token_id: id })
      setTokens((now) => now.filter((token) => token.id !== id))
      showToast({ kind: 'success', text: text.ended(name) })
    } catch (error) {
      showFailure(error, text.endFailed)
    }
    setBusy(null)
  }

  async function onMade(token: string): Promise<void> {
    setMade(token)
    setTokens((await api.tokens.list()).tokens)
  }

  return (
    <SettingsPart title={text.title} lead={text.lead}>
      {tokens.length === 0 && <p className="settings__lead">{text.none}</p>}
      <ul className="settings__rows">
        {tokens.map((token) => (
          <Row key={token.id} token={token} isBusy={busy === token.id} onEnd={() => void end(token)} />
        ))}
      </ul>
      {made !== null && (
        <Notice>
          {text.made}
          <code className="token">{made}</code>
        </Notice>
      )}
      <NewToken onMade={onMade} />
    </SettingsPart>
  )
}

function Row({ token, isBusy, onEnd }: { token: Token; isBusy: boolean; onEnd: () => void }) {
  const { lang, site } = useSite()
  const { now } = useClock()
  const text = useTexts('tokens')
  const { id, name, scopes, expires_at, last_used_at } = token
  const details = [
    scopes.map((scope) => text.scopes[scope]).join(', '),
    text.expires(longDate(expires_at, lang, site.time_zone)),
    last_used_at === null ? text.unused : text.used(relativeTime(last_used_at, now, lang)),
  ]
  return (
    <li className="settings__row token__row">
      <div>
        <h3 className="settings__device">{name}</h3>
        <p className="settings__lead">{details.join(' · ')}</p>
      </div>
      <CallForm call="tokens.remove" fields={{ token_id: id }}>
        <Button type="submit" size="small" busy={isBusy} aria-label={text.endOf(name)} onClick={withScripts(onEnd)}>
          {text.end}
        </Button>
      </CallForm>
    </li>
  )
}

const INITIAL = { name: '', scopes: ['read'] as Scope[], expires_in_days: '90' }

function NewToken({ onMade }: { onMade: (token: string) => Promise<void> }) {
  const { api } = useSite()
  const text = useTexts('tokens')
  const form = useSettingsForm<typeof INITIAL>({
    draft: null,
    call: 'tokens.create',
    initial: INITIAL,
    schema: createToken,
    fallback: text.failed,
    send: async ({ name, scopes, expires_in_days }) => {
      const { token } = await api.tokens.create({
        name,
        scopes: scopes as (typeof TOKEN_SCOPES)[number][],
        expires_in_days: Number(expires_in_days),
      })
      await onMade(token)
      return { done: '', values: INITIAL }
    },
  })
  const { values, change, issues } = form
  return (
    <SettingsForm call="tokens.create" form={form} submit={text.submit}>
      <Field label={text.name} hint={text.nameHint} error={issues.name}>
        <TextInput
          name="name"
          value={values.name}
          required
          maxLength={LIMITS.tokenName}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      <ScopeChoice
        scopes={TOKEN_SCOPES}
        value={values.scopes}
        label={text.scopesLabel}
        names={text.scopes}
        issue={issues.scopes}
        onChange={(scopes) => change({ scopes })}
      />
      <Field label={text.days} error={issues.expires_in_days}>
        <TextInput
          name="expires_in_days"
          inputMode="numeric"
          value={values.expires_in_days}
          onChange={({ target }) => change({ expires_in_days: target.value })}
        />
      </Field>
    </SettingsForm>
  )
}
