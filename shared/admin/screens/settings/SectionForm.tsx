import { useRef, useState, type FormEvent } from 'react'
import type { SettingStates } from '#shared/api/admin-settings.ts'
import { CallError } from '#shared/api/errors.ts'
import { SETTING_KEYS, settingOf, type SettingKey } from '#shared/api/settings/registry.ts'
import type { Section } from '#shared/api/settings/setting.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { useAdmin } from '../../kit/context.ts'
import { useAction } from '../../kit/useAction.ts'
import { RESET, useDraft } from './drafts.ts'
import { SettingField } from './SettingField.tsx'
import { typedOf, valueOf } from './typed.ts'

type FormProps = { section: Section; states: SettingStates; onSaved: (states: SettingStates) => void }

const keysOf = (section: Section): SettingKey[] => SETTING_KEYS.filter((key) => settingOf(key).section === section)

function useSectionForm({ section, states, onSaved }: FormProps) {
  const { api, t } = useAdmin()
  const { runAction, isBusy } = useAction()
  const { draft, change, drop } = useDraft()
  const [issues, setIssues] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const keys = keysOf(section)
  const changed = keys.filter((key) => key in draft && states[key]!.source !== 'environment')

  /** Validation errors are shown at their fields, other errors as a notice. */
  async function send(): Promise<SettingStates | null> {
    const values = Object.fromEntries(
      changed.map((key) => [
        key,
        draft[key] === RESET ? null : valueOf(settingOf(key).control, draft[key], states[key]!.default),
      ]),
    )
    try {
      return (await api.adminSettings.change({ values })).settings
    } catch (error) {
      if (!(error instanceof CallError) || Object.keys(error.issues).length === 0) throw error
      setIssues(error.issues)
      requestAnimationFrame(() => focusFirst(form.current, Object.keys(error.issues)))
      return null
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIssues({})
    const done = await runAction({ key: 'save', call: send, done: (answer) => (answer ? t.settings.saved : undefined) })
    if (!done?.answer) return
    drop(changed)
    onSaved(done.answer)
  }

  function discard() {
    drop(changed)
    setIssues({})
  }

  return { form, keys, draft, change, changed, issues, submit, discard, isBusy: isBusy('save') }
}

export function SectionForm(props: FormProps) {
  const { states } = props
  const text = useAdmin().t.settings
  const { form, keys, draft, change, changed, issues, submit, discard, isBusy } = useSectionForm(props)
  const elsewhere = Object.entries(issues).filter(([key]) => !keys.includes(key as SettingKey))
  return (
    <form ref={form} className="form settings-form" noValidate onSubmit={(event) => void submit(event)}>
      {Object.keys(issues).length > 0 && (
        <Notice kind="danger" role="alert">
          {text.refused}
          {elsewhere.map(([key, issue]) => (
            <p key={key}>{`${text.fields[key as SettingKey]?.label ?? key}: ${issue}`}</p>
          ))}
        </Notice>
      )}
      {keys.map((key) => {
        const state = states[key]!
        const { control } = settingOf(key)
        const isReset = draft[key] === RESET
        const typed = key in draft && !isReset ? draft[key] : typedOf(control, isReset ? state.default : state.value)
        return (
          <SettingField
            key={key}
            settingKey={key}
            state={isReset ? { ...state, source: 'default', is_set: state.default !== null } : state}
            typed={typed}
            issue={issues[key]}
            onChange={(next) => change({ [key]: next })}
            onReset={() => change({ [key]: RESET })}
          />
        )
      })}
      {keys.length > 0 && (
        <div className="form__actions settings-form__end">
          <Button type="submit" variant="primary" busy={isBusy} disabled={changed.length === 0}>
            {text.save}
          </Button>
          {changed.length > 0 && (
            <>
              <Button variant="quiet" onClick={discard}>
                {text.discard}
              </Button>
              <span role="status">{text.unsaved}</span>
            </>
          )}
        </div>
      )}
    </form>
  )
}

function focusFirst(form: HTMLFormElement | null, keys: string[]): void {
  const first = [...(form?.elements ?? [])].find((element) => 'name' in element && keys.includes(String(element.name)))
  if (first instanceof HTMLElement) first.focus()
}
