import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { FilterSample } from '#shared/api/filters.ts'
import { LIMITS } from '#shared/limits.ts'
import { FILTER_ACTIONS, type FilterAction } from '#shared/rules/filters.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { Conditions } from './Conditions.tsx'
import { incompleteRow, matchOf, type FilterDraft } from './filter-form.ts'
import { OutcomeNotice } from './OutcomeNotice.tsx'
import type { FilterCalls, Tools } from './tools.ts'
import { useRun } from './useRun.ts'

const DAYS = [1, 7, 30, 90]

type Found = { checked: number; matched: number; samples: FilterSample[]; is_cut?: true }

/** `isFocused` after a press that opened it; `save` returns the sentence of its outcome. */
export function FilterForm({
  draft,
  heading,
  isFocused,
  categoryId,
  calls,
  tools,
  onChange,
  save,
  onCancel,
}: {
  draft: FilterDraft
  heading: string
  isFocused: boolean
  categoryId: number | null
  calls: FilterCalls
  tools: Tools
  onChange: (change: Partial<FilterDraft>) => void
  save: () => Promise<string>
  onCancel: () => void
}) {
  const { date } = tools
  const text = useTexts('filters')
  const { run, busy, outcome, fail, clear } = useRun(tools, text.failed)
  const [days, setDays] = useState(30)
  const [found, setFound] = useState<Found | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) title.current?.focus()
  }, [isFocused, heading])
  const canAdd = draft.all.length + draft.any.length < LIMITS.filterConditions

  function change(part: Partial<FilterDraft>): void {
    clear()
    setFound(null)
    onChange(part)
  }

  function isComplete(): boolean {
    const incomplete = incompleteRow(draft)
    const isEmpty = draft.all.length + draft.any.length === 0
    if (isEmpty) fail(text.withoutConditions)
    else if (incomplete !== null) fail(text.incomplete(incomplete))
    return !isEmpty && incomplete === null
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (draft.name.trim() === '') return fail(text.nameless)
    if (isComplete()) await run('save', save)
  }

  async function test(): Promise<void> {
    if (!isComplete()) return
    setFound(null)
    await run('test', async () => {
      const result = await calls.test({ match: matchOf(draft), category_id: categoryId, days })
      setFound(result)
      return text.tested(result.checked, result.matched, result.is_cut === true)
    })
  }

  return (
    <form className="form sheet sheet__pad" onSubmit={(event) => void submit(event)} noValidate>
      <h3 ref={title} tabIndex={-1}>
        {heading}
      </h3>
      <Field label={text.name} hint={text.nameHint}>
        <TextInput
          value={draft.name}
          maxLength={LIMITS.filterName}
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label={text.action}>
        <Select value={draft.action} onChange={(event) => change({ action: event.target.value as FilterAction })}>
          {FILTER_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {text.actions[action]}
            </option>
          ))}
        </Select>
      </Field>
      <Conditions
        legend={text.all}
        addLabel={text.addAll}
        rows={draft.all}
        first={1}
        canAdd={canAdd}
        onRows={(all) => change({ all })}
      />
      <Conditions
        legend={text.any}
        addLabel={text.addAny}
        rows={draft.any}
        first={draft.all.length + 1}
        canAdd={canAdd}
        onRows={(any) => change({ any })}
      />
      <Field label={text.days}>
        <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {DAYS.map((n) => (
            <option key={n} value={n}>
              {text.daysOf(n)}
            </option>
          ))}
        </Select>
      </Field>
      <div>
        <Button busy={busy === 'test'} busyLabel={text.testing} onClick={() => void test()}>
          {text.test}
        </Button>
      </div>
      <OutcomeNotice outcome={outcome} />
      {found !== null && found.samples.length > 0 && (
        <section aria-label={text.samples}>
          <h4>{text.samples}</h4>
          <ul className="settings__rows">
            {found.samples.map((sample) => (
              <li key={`${sample.type}:${sample.id}`} className="filter-sample">
                {sampleOf(sample)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="form__actions">
        <Button onClick={onCancel}>{text.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy === 'save'}>
          {text.submit}
        </Button>
      </div>
    </form>
  )

  function sampleOf({ type, title: name, excerpt, author, created_at }: FilterSample): ReactNode {
    return (
      <>
        <strong>{name}</strong>
        <p>{excerpt}</p>
        <p className="settings__lead">
          {text[type]} · {author === null ? text.nobody : tools.linkTo(author.username)} · {date(created_at)}
        </p>
      </>
    )
  }
}
