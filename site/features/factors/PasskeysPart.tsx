import { useEffect, useRef, useState, type RefObject } from 'react'
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs'
import * as v from 'valibot'
import { CallError } from '#shared/api/errors.ts'
import { passkeyName, type Passkey } from '#shared/api/factors.ts'
import { LIMITS } from '#shared/limits.ts'
import { relativeTime } from '#shared/rules/relative-time.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useClock } from '#site/core/clock.tsx'
import { longDate } from '#site/core/dates.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import { CurrentPassword } from '../settings/CurrentPassword.tsx'
import { Outcome } from '../settings/Outcome.tsx'
import { SettingsPart } from '../settings/SettingsFrame.tsx'
import { useSettingsForm } from '../settings/useSettingsForm.ts'
import { atPasswordField } from '../settings/wrong-password.ts'

export function PasskeysPart({ loaded }: { loaded: Passkey[] }) {
  const text = useTexts('factors').passkeys
  const [passkeys, setPasskeys] = useState(loaded)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const [isSupported, setSupported] = useState(true)
  useEffect(() => setSupported(typeof PublicKeyCredential !== 'undefined'), [])
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (removed !== null) nameField.current?.focus()
  }, [removed])
  return (
    <SettingsPart title={text.title} lead={text.lead}>
      {passkeys.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <ul className="settings__rows">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      <Outcome done={removed} failure={null} />
      <noscript>
        <Notice>{text.needsScript}</Notice>
      </noscript>
      {isSupported ? (
        <AddForm
          nameField={nameField}
          onAdded={(passkey) => {
            setRemoved(null)
            setPasskeys((now) => [...now, passkey])
          }}
        />
      ) : (
        <Notice>{text.unsupported}</Notice>
      )}
      {removing !== null && (
        <RemovalDialog
          passkey={removing}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            setPasskeys((now) => now.filter(({ id }) => id !== removing.id))
            setRemoving(null)
            setRemoved(text.removed(removing.name))
          }}
        />
      )}
    </SettingsPart>
  )
}

function Row({ passkey: { name, created_at, last_used_at }, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { lang, site } = useSite()
  const { now } = useClock()
  const text = useTexts('factors').passkeys
  return (
    <li className="settings__row">
      <Icon of={KeyRound} size={22} />
      <div>
        <h3 className="settings__device">{name}</h3>
        <p className="settings__lead">
          {text.added(longDate(created_at, lang, site.time_zone))} ·{' '}
          {last_used_at === null ? text.unused : text.used(relativeTime(last_used_at, now, lang))}
        </p>
      </div>
      <Button size="small" className="needs-js" aria-label={text.removeOf(name)} onClick={onRemove}>
        {text.remove}
      </Button>
    </li>
  )
}

const newPasskey = v.object({ name: passkeyName, password: v.string() })

function AddForm({
  nameField,
  onAdded,
}: {
  nameField: RefObject<HTMLInputElement | null>
  onAdded: (passkey: Passkey) => void
}) {
  const { api } = useSite()
  const text = useTexts('factors').passkeys
  const { wrongPassword } = useTexts('settings')
  const [needsPassword, setNeedsPassword] = useState(false)

  async function add(form: v.InferInput<typeof newPasskey>): Promise<Passkey> {
    const { addPasskey, isKnown, isStopped } = await import('./passkeys.ts')
    try {
      return await atPasswordField(addPasskey(api, form), wrongPassword)
    } catch (error) {
      if (!(error instanceof CallError))
        throw new CallError(0, { detail: isKnown(error) ? text.known : isStopped(error) ? text.stopped : text.failed })
      if (error.issues.response) throw new CallError(error.status, { detail: error.issues.response })
      if (error.issues.password) setNeedsPassword(true)
      throw error
    }
  }

  const { values, change, issues, failure, done, isBusy, submit } = useSettingsForm<v.InferInput<typeof newPasskey>>({
    draft: null,
    initial: { name: '', password: '' },
    schema: newPasskey,
    fallback: text.failed,
    send: async (form) => {
      const added = await add(form)
      onAdded(added)
      setNeedsPassword(false)
      return { done: text.done(added.name) }
    },
  })
  return (
    <form className="form needs-js" onSubmit={(event) => void submit(event)} noValidate>
      <Field label={text.name} hint={text.nameHint} error={issues.name}>
        <TextInput
          ref={nameField}
          name="name"
          value={values.name}
          required
          maxLength={LIMITS.passkeyName}
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      {needsPassword && (
        <CurrentPassword value={values.password} error={issues.password} onValue={(password) => change({ password })} />
      )}
      <Outcome done={done} failure={failure} />
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={text.adding}>
          {text.add}
        </Button>
      </div>
    </form>
  )
}

const removal = v.object({ password: v.string() })

function RemovalDialog({
  passkey,
  onClose,
  onRemoved,
}: {
  passkey: Passkey
  onClose: () => void
  onRemoved: () => void
}) {
  const { api, t } = useSite()
  const text = useTexts('factors').passkeys
  const { wrongPassword } = useTexts('settings')
  const [needsPassword, setNeedsPassword] = useState(false)
  const { values, change, issues, failure, isBusy, submit } = useForm<v.InferInput<typeof removal>>({
    draft: null,
    initial: { password: '' },
    schema: removal,
    fallback: text.removeFailed,
    send: async ({ password }) => {
      await atPasswordField(api.factors.removePasskey({ passkey_id: passkey.id, password }), wrongPassword).catch(
        (error: unknown) => {
          if (error instanceof CallError && error.issues.password) setNeedsPassword(true)
          throw error
        },
      )
      onRemoved()
    },
  })
  return (
    <Dialog open title={text.removeQuestion(passkey.name)} closeLabel={t.app.cancel} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <p>{text.removeText}</p>
        {needsPassword && (
          <CurrentPassword
            value={values.password}
            error={issues.password}
            onValue={(password) => change({ password })}
          />
        )}
        <Outcome done={null} failure={failure} />
        <div className="form__actions">
          <Button data-autofocus onClick={onClose}>
            {t.app.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={isBusy}>
            {text.remove}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
