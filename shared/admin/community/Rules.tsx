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
import { OutcomeNotice } from './OutcomeNotice.tsx'
import { RowButtons } from './RowButtons.tsx'
import { changed } from './rows.ts'
import type { Tools } from './tools.ts'
import { useRun } from './useRun.ts'

type Row = { id?: number; title: string; text: string }

export function Rules({ categoryId, loaded, tools }: { categoryId: number; loaded: Rule[]; tools: Tools }) {
  const { api, useKept } = tools
  const texts = useTexts('community')
  const text = texts.rules
  const { run, busy, outcome, fail, clear } = useRun(tools, texts.failed)
  const [{ rows }, keep, reset] = useKept<{ rows: Row[] }>(`${categoryId}:rules`, { rows: loaded })

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
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      {rows.length === 0 && <p>{text.none}</p>}
      <ol className="editable">
        {rows.map((row, at) => (
          <li key={row.id ?? `new-${at}`} className="editable__row">
            <Field label={text.name(at + 1)}>
              <TextInput
                value={row.title}
                maxLength={LIMITS.ruleTitle}
                autoComplete="off"
                onChange={(event) => change(changed(rows, at, { title: event.target.value }))}
              />
            </Field>
            <Field label={text.text(at + 1)} optional={texts.look.optional}>
              <TextArea
                grow
                rows={2}
                value={row.text}
                maxLength={LIMITS.ruleText}
                onChange={(event) => change(changed(rows, at, { text: event.target.value }))}
              />
            </Field>
            <RowButtons rows={rows} at={at} name={row.title || text.name(at + 1)} onRows={change} />
          </li>
        ))}
      </ol>
      <OutcomeNotice outcome={outcome} />
      <div className="form__actions">
        {rows.length < LIMITS.rules && (
          <Button
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
