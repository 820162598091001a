import { useState } from 'react'
import { createApplication, type Application } from '#shared/api/oauth.ts'
import { SCOPES, type Scope } from '#shared/api/scopes.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import { useSettingsForm } from '../settings/useSettingsForm.ts'
import { ScopeChoice } from '../tokens/ScopeChoice.tsx'

type Made = { client_id: string; client_secret: string | null }

/** `loaded` is null for visitors, who see only how applications sign members in. */
export function Applications({ loaded }: { loaded: Application[] | null }) {
  const { site } = useSite()
  const text = useTexts('applications')
  return (
    <>
      <section className="prose" id="oauth">
        <h2>{text.howTitle}</h2>
        <p>{text.how(site.normal_origin)}</p>
        <p>
          <a href="/.well-known/openid-configuration">{text.discovery}</a>
        </p>
      </section>
      <section id="applications">
        <h2>{text.title}</h2>
        <p className="prose">{text.lead}</p>
        {loaded === null ? (
          <p>
            <a href={paths.login(paths.devInfo())}>{text.signIn}</a>
          </p>
        ) : (
          <OwnApplications loaded={loaded} />
        )}
      </section>
    </>
  )
}

function OwnApplications({ loaded }: { loaded: Application[] }) {
  const { api, failed_form } = useSite()
  const text = useTexts('applications')
  const [applications, setApplications] = useState(loaded)
  const sent = failed_form?.call === 'applications.create' ? failed_form.extra : {}
  const [made, setMade] = useState<Made | null>(typeof sent.client_id === 'string' ? (sent as Made) : null)

  async function remove({ client_id, name }: Application): Promise<void> {
    try {
      await api.applications.remove({ client_id })
      setApplications((now) => now.filter((application) => application.client_id !== client_id))
      showToast({ kind: 'success', text: text.removed(name) })
    } catch (error) {
      showFailure(error, text.removeFailed)
    }
  }

  async function onMade(answer: Made): Promise<void> {
    setMade(answer)
    setApplications((await api.applications.list()).applications)
  }

  return (
    <>
      {applications.length === 0 && <p>{text.none}</p>}
      <ul className="applications">
        {applications.map((application) => (
          <li key={application.client_id} className="applications__row">
            <div>
              <h3>{application.name}</h3>
              <p>
                client_id <code>{application.client_id}</code> · {text.kindNames[application.kind]}
              </p>
              <p>
                <code>{application.scopes.join(' ')}</code>
              </p>
              {application.redirect_uris.map((uri) => (
                <p key={uri}>
                  <code>{uri}</code>
                </p>
              ))}
            </div>
            <CallForm call="applications.remove" fields={{ client_id: application.client_id }}>
              <Button
                type="submit"
                size="small"
                aria-label={text.removeOf(application.name)}
                onClick={withScripts(() => remove(application))}>
                {text.remove}
              </Button>
            </CallForm>
          </li>
        ))}
      </ul>
      {made !== null && (
        <Notice>
          {text.made}
          <code className="token">{made.client_id}</code>
          {made.client_secret !== null && (
            <>
              {text.madeSecret}
              <code className="token">{made.client_secret}</code>
            </>
          )}
        </Notice>
      )}
      <NewApplication onMade={onMade} />
    </>
  )
}

const INITIAL = {
  name: '',
  url: '',
  /** All redirect URLs are typed into one field, one per line. */
  redirect_uris: [''],
  kind: 'public' as Application['kind'],
  scopes: ['openid', 'profile'] as Scope[],
}

function NewApplication({ onMade }: { onMade: (answer: Made) => Promise<void> }) {
  const { api } = useSite()
  const text = useTexts('applications')
  const scopeNames = useTexts('devInfo').scopes.names
  const form = useSettingsForm<typeof INITIAL>({
    draft: null,
    call: 'applications.create',
    initial: INITIAL,
    schema: createApplication,
    fallback: text.failed,
    send: async (wanted) => {
      await onMade(await api.applications.create(wanted))
      return { done: '', values: INITIAL }
    },
  })
  const { values, change, issues } = form
  return (
    <SettingsForm call="applications.create" form={form} submit={text.submit}>
      <Field label={text.name} error={issues.name}>
        <TextInput
          name="name"
          value={values.name}
          required
          maxLength={LIMITS.applicationName}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      <Field label={text.url} error={issues.url}>
        <TextInput
          name="url"
          type="url"
          value={values.url}
          required
          maxLength={LIMITS.applicationUrl}
          onChange={({ target }) => change({ url: target.value })}
        />
      </Field>
      <Field label={text.redirectUris} hint={text.redirectHint} error={issues.redirect_uris}>
        <TextArea
          name="redirect_uris"
          value={values.redirect_uris.join('\n')}
          rows={3}
          onChange={({ target }) => change({ redirect_uris: [target.value] })}
        />
      </Field>
      <KindChoice value={values.kind} onChange={(kind) => change({ kind })} />
      <ScopeChoice
        scopes={SCOPES}
        value={values.scopes}
        label={text.scopesLabel}
        names={scopeNames}
        issue={issues.scopes}
        onChange={(scopes) => change({ scopes })}
      />
    </SettingsForm>
  )
}

const KINDS = ['public', 'confidential'] as const

function KindChoice({
  value,
  onChange,
}: {
  value: Application['kind']
  onChange: (kind: Application['kind']) => void
}) {
  const text = useTexts('applications')
  return (
    <fieldset className="token__scopes">
      <legend>{text.kindLabel}</legend>
      {KINDS.map((kind) => (
        <label key={kind} className="token__scope">
          <input type="radio" name="kind" value={kind} checked={value === kind} onChange={() => onChange(kind)} />
          <span>{text.kinds[kind]}</span>
        </label>
      ))}
    </fieldset>
  )
}
