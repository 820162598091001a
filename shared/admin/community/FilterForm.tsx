import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { FilterSample } from '#shared/api/filters.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { conditionsIssue, matchOf, type FilterDraft } from './filter-form.ts'
import { FilterFields } from './FilterFields.tsx'
import { FilterSamples } from './FilterSamples.tsx'
import { OutcomeNotice } from './OutcomeNotice.tsx'
import type { FilterCalls, Tools } from './tools.ts'
import { useRun } from './useRun.ts'

const DAYS = [1, 7, 30, 90]

type Found = { checked: number; matched: number; samples: FilterSample[]; is_cut?: true }

type FilterFormProps = {
  draft: FilterDraft
  heading: string
  isFocused: boolean
  categoryId: number | null
  calls: FilterCalls
  tools: Tools
  onChange: (change: Partial<FilterDraft>) => void
  save: () => Promise<string>
  onCancel: () => void
}

/** `save` returns the message to show. */
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
}: FilterFormProps) {
  const text = useTexts('filters')
  const { run, busy, outcome, fail, clear } = useRun(tools, text.failed)
  const [days, setDays] = useState(30)
  const [found, setFound] = useState<Found | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) title.current?.focus()
  }, [isFocused, heading])

  function change(part: Partial<FilterDraft>): void {
    clear()
    setFound(null)
    onChange(part)
  }

  function isComplete(): boolean {
    const issue = conditionsIssue(draft, text)
    if (issue !== null) fail(issue)
    return issue === null
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
      <FilterFields draft={draft} onChange={change} />
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
      {found !== null && found.samples.length > 0 && <FilterSamples samples={found.samples} tools={tools} />}
      <div className="form__actions">
        <Button onClick={onCancel}>{text.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy === 'save'}>
          {text.submit}
        </Button>
      </div>
    </form>
  )
}
