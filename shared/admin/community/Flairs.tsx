import type { FormEvent } from 'react'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import type { Flair } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { FLAIR_COLORS, hueOfFlair, type FlairColor } from '#shared/rules/flairs.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { issueOutcome, OutcomeNotice } from './OutcomeNotice.tsx'
import { RowButtons } from './RowButtons.tsx'
import { changed, newPlaces } from './rows.ts'
import { BY_COMMUNITY, type Tools } from './tools.ts'
import { useRun } from './useRun.ts'

type Row = { id?: number; label: string; color: FlairColor }

/** Empty rows for new flairs, since rows cannot be added without JavaScript. */
function NewFlairs({ count }: { count: number }) {
  const text = useTexts('community').flairs
  return (
    <noscript>
      {newPlaces(count, LIMITS.flairs).map((at) => (
        <p key={at}>
          <TextInput name={`flairs.${at}.label`} aria-label={text.name(at + 1)} placeholder={text.name(at + 1)} />
          <Select name={`flairs.${at}.color`} aria-label={text.color(at + 1)} defaultValue="">
            <option value="">{text.color(at + 1)}</option>
            {FLAIR_COLORS.map((color) => (
              <option key={color} value={color}>
                {text.colors[color]}
              </option>
            ))}
          </Select>
        </p>
      ))}
    </noscript>
  )
}

export function Flairs({ categoryId, loaded, tools }: { categoryId: number; loaded: Flair[]; tools: Tools }) {
  const { api, useKept, usePlainForm } = tools
  const texts = useTexts('community')
  const text = texts.flairs
  const { run, busy, outcome, fail, clear } = useRun(tools, texts.failed)
  const loadedRows: Row[] = loaded
  const plain = usePlainForm('categories.setFlairs', { category_id: categoryId, flairs: loadedRows }, BY_COMMUNITY)
  const [{ rows }, keep, reset] = useKept<{ rows: Row[] }>(`${categoryId}:flairs`, {
    rows: plain.sent?.flairs ?? loadedRows,
  })

  function change(next: Row[]): void {
    clear()
    keep({ rows: next })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (rows.some(({ label }) => label.trim() === '')) return fail(text.nameless)
    await run('save', async () => {
      const saved = await api.categories.setFlairs({ category_id: categoryId, flairs: rows })
      reset({ rows: saved.flairs })
      return texts.saved
    })
  }

  return (
    <form className="form" {...plain.attributes} onSubmit={(event) => void submit(event)} noValidate>
      {plain.fields}
      {rows.length === 0 && <p>{text.none}</p>}
      <ol className="editable">
        {rows.map((row, at) => (
          <li key={row.id ?? `new-${at}`} className="editable__row editable__row--flair">
            <Field label={text.name(at + 1)}>
              {row.id !== undefined && <input type="hidden" name={`flairs.${at}.id`} value={row.id} />}
              <TextInput
                name={`flairs.${at}.label`}
                value={row.label}
                maxLength={LIMITS.flairLabel}
                autoComplete="off"
                onChange={(event) => change(changed(rows, at, { label: event.target.value }))}
              />
            </Field>
            <Field label={text.color(at + 1)}>
              <Select
                name={`flairs.${at}.color`}
                value={row.color}
                onChange={(event) => change(changed(rows, at, { color: event.target.value as FlairColor }))}>
                {FLAIR_COLORS.map((color) => (
                  <option key={color} value={color}>
                    {text.colors[color]}
                  </option>
                ))}
              </Select>
            </Field>
            <span className="tag flair" data-hue={hueOfFlair(row.color)} aria-hidden>
              {row.label || text.name(at + 1)}
            </span>
            <RowButtons list="flairs" rows={rows} at={at} name={row.label || text.name(at + 1)} onRows={change} />
          </li>
        ))}
      </ol>
      <NewFlairs count={rows.length} />
      <OutcomeNotice outcome={outcome ?? issueOutcome(plain.issue)} />
      <div className="form__actions">
        {rows.length < LIMITS.flairs && (
          <Button
            className="needs-js"
            variant="quiet"
            icon={<Icon of={Plus} size={18} />}
            onClick={() => change([...rows, { label: '', color: FLAIR_COLORS[rows.length % FLAIR_COLORS.length]! }])}>
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
