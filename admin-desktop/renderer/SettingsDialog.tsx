import { useState } from 'react'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Button } from '../../shared/ui/Button.tsx'
import { useConfirm } from '../../shared/ui/Confirm.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { IconButton } from '../../shared/ui/IconButton.tsx'
import { Segmented } from '../../shared/ui/Segmented.tsx'
import { TextInput } from '../../shared/ui/TextInput.tsx'
import { showToast } from '../../shared/ui/toast-store.ts'
import { bridge } from './bridge.ts'
import { hostOf, useConsole } from './context.ts'
import { useAsk } from './use-ask.ts'

type SettingsDialogProps = { open: boolean; onClose: () => void; onAddServer: () => void }

export function SettingsDialog({ open, onClose, onAddServer }: SettingsDialogProps) {
  const { state, t } = useConsole()
  const text = t.settings
  return (
    <Dialog open={open} onClose={onClose} title={text.title} closeLabel={text.close} wide>
      <div className="settings">
        <section className="settings__part">
          <div className="settings__head">
            <h3>{text.servers}</h3>
            <Button size="small" icon={<Icon of={Plus} size={16} />} onClick={onAddServer}>
              {t.server.add}
            </Button>
          </div>
          {state.servers.length === 0 ? <p className="settings__note">{text.noServers}</p> : <Servers />}
        </section>
        <section className="settings__part">
          <h3>{text.look}</h3>
          <div className="settings__row">
            <span aria-hidden>{text.theme}</span>
            <Segmented
              label={text.theme}
              value={state.theme}
              onChange={(theme) => void bridge.setTheme(theme)}
              options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: text.themes[value] }))}
            />
          </div>
          <div className="settings__row">
            <span aria-hidden>{text.language}</span>
            <Segmented
              label={text.language}
              value={state.lang}
              onChange={(lang) => void bridge.setLanguage(lang)}
              options={(['pl', 'en'] as const).map((value) => ({
                value,
                label: <span lang={value}>{text.languages[value]}</span>,
              }))}
            />
          </div>
        </section>
        <section className="settings__part">
          <h3>{text.updates}</h3>
          <Updates />
        </section>
      </div>
    </Dialog>
  )
}

function Servers() {
  const { state, t } = useConsole()
  const confirm = useConfirm()
  const text = t.settings

  async function remove(address: string) {
    const question = {
      title: text.removeQuestion(hostOf(address)),
      text: text.removeText,
      confirmLabel: text.remove,
      cancelLabel: t.server.cancel,
      danger: true,
    }
    if (await confirm(question)) await bridge.removeServer(address)
  }

  return (
    <ul className="settings__servers">
      {state.servers.map(({ address, staff }) => (
        <li key={address}>
          <span className="settings__server">
            <strong>{hostOf(address)}</strong>
            <span>
              {staff ? text.staff[staff.kind] : text.staff.none}
              {address === state.current && `, ${text.current}`}
            </span>
          </span>
          <IconButton
            label={text.removeNamed(hostOf(address))}
            icon={<Icon of={Trash} size={18} />}
            onClick={() => void remove(address)}
          />
        </li>
      ))}
    </ul>
  )
}

function Updates() {
  const { state, t } = useConsole()
  const text = t.settings
  const [feed, setFeed] = useState(state.update_feed ?? '')
  const { ask, isBusy, issue } = useAsk()

  async function save() {
    const outcome = await ask(() => bridge.setUpdateFeed(feed))
    if (outcome?.ok) showToast({ kind: 'success', text: text.saved })
  }

  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}>
      <Field label={text.feed} hint={text.feedHint} error={issue}>
        <TextInput
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          value={feed}
          onChange={(event) => setFeed(event.target.value)}
        />
      </Field>
      <div className="settings__row">
        <span className="settings__note" role="status">
          {text.update[state.update]} {text.version(state.version)}
        </span>
        <Button type="submit" busy={isBusy}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
