import type { FormEvent } from 'react'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import type { Rule } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { issueOutcome, OutcomeNotice } from './OutcomeNotice.tsx'
import { RowButtons } from './RowButtons.tsx'
import { changed, newPlaces } from './rows.ts'
import { BY_COMMUNITY, type Tools } from './tools.ts'
import { useRun } from './useRun.ts'

type Row = { id?: number; title: string; text: string }

export function Rules({ categoryId, loaded, tools }: { categoryId: number; loaded: Rule[]; tools: Tools }) {
  const { api, useKept, usePlainForm } = tools
  const texts = useTexts('community')
  const text = texts.rules
  const { run, busy, outcome, fail, clear } = useRun(tools, texts.failed)
  const plain = usePlainForm('categories.setRules', { category_id: categoryId, rules: loaded as Row[] }, BY_COMMUNITY)
  const [{ rows }, keep, reset] = useKept<{ rows: Row[] }>(`${categoryId}:rules`, { rows: plain.sent?.rules ?? loaded })

  function change(next: Row[]): void {
    clear()
    keep({ rows: next })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const rules = rows.filter((row) => row.title.trim() !== '' || row.text.trim() !== '')
    if (rules.some(({ title }) => title.trim() === '')) return fail(text.nameless)
    await run('save', async () => {
      const saved = await api.categories.setRules({ category_id: categoryId, rules })
      reset({ rows: saved.rules })
      return texts.saved
    })
  }

  return (
    <form className="form" {...plain.attributes} onSubmit={(event) => void submit(event)} noValidate>
      {plain.fields}
      {rows.length === 0 && <p>{text.none}</p>}
      <ol className="editable">
        {rows.map((row, at) => (
          <li key={row.id ?? `new-${at}`} className="editable__row">
            <Field label={text.name(at + 1)}>
              {row.id !== undefined && <input type="hidden" name={`rules.${at}.id`} value={row.id} />}
              <TextInput
                name={`rules.${at}.title`}
                value={row.title}
                maxLength={LIMITS.ruleTitle}
                autoComplete="off"
                onChange={(event) => change(changed(rows, at, { title: event.target.value }))}
              />
            </Field>
            <Field label={text.text(at + 1)} optional={texts.look.optional}>
              <TextArea
                name={`rules.${at}.text`}
                grow
                rows={2}
                value={row.text}
                maxLength={LIMITS.ruleText}
                onChange={(event) => change(changed(rows, at, { text: event.target.value }))}
              />
            </Field>
            <RowButtons list="rules" rows={rows} at={at} name={row.title || text.name(at + 1)} onRows={change} />
          </li>
        ))}
      </ol>
      <noscript>
        {newPlaces(rows.length, LIMITS.rules).map((at) => (
          <p key={at}>
            <TextInput name={`rules.${at}.title`} aria-label={text.name(at + 1)} placeholder={text.name(at + 1)} />
            <TextInput name={`rules.${at}.text`} aria-label={text.text(at + 1)} placeholder={text.text(at + 1)} />
          </p>
        ))}
      </noscript>
      <OutcomeNotice outcome={outcome ?? issueOutcome(plain.issue)} />
      <div className="form__actions">
        {rows.length < LIMITS.rules && (
          <Button
            className="needs-js"
            variant="quiet"
            icon={<Icon of={Plus} size={18} />}
            onClick={() => change([...rows, { title: '', text: '' }])}>
            {text.add}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={busy !== null}>
          {text.submit}
        </Button>
      </div>
    </form>
  )
}
