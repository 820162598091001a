import Plus from 'lucide/dist/esm/icons/plus.mjs'
import type { Filter } from '#shared/api/filters.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { CLOSED, draftOf, type FilterDraft } from './filter-form.ts'
import { FilterForm } from './FilterForm.tsx'
import { FilterRow } from './FilterRow.tsx'
import { OutcomeNotice } from './OutcomeNotice.tsx'
import type { FilterCalls, Tools } from './tools.ts'
import { useFilterEditor } from './useFilterEditor.ts'
import { useFilters } from './useFilters.ts'
import { useRun } from './useRun.ts'

/** Filters of a community, or of the whole site if `categoryId` is null. */
export function Filters({ categoryId, calls, tools }: { categoryId: number | null; calls: FilterCalls; tools: Tools }) {
  const text = useTexts('filters')
  const { run, busy, outcome, clear } = useRun(tools, text.failed)
  const { filters, next, hasFailed, read, ...actions } = useFilters(categoryId, calls, tools.ask)
  const { draft, saved, isFocused, ...editor } = useFilterEditor(tools.useKept, categoryId, actions.save)

  function open(wanted: FilterDraft): void {
    editor.open(wanted)
    clear()
  }

  function runOne(what: string, action: () => Promise<string>): Promise<boolean> {
    editor.forgetSaved()
    return run(what, action)
  }

  const toggle = (filter: Filter) =>
    runOne(`toggle ${filter.id}`, async () => {
      const changed = await actions.toggle(filter)
      if (changed === null) return text.unchanged
      return changed.is_enabled ? text.enabled(changed.name) : text.disabled(changed.name)
    })

  async function remove({ id, name }: Filter): Promise<void> {
    const isSure = await tools.ask({
      title: text.removeTitle(name),
      text: text.removeText,
      confirmLabel: text.remove,
      cancelLabel: text.cancel,
      danger: true,
    })
    if (!isSure) return
    await runOne(`remove ${id}`, async () => {
      await actions.remove(id)
      if (draft.id === id) editor.close()
      return text.removed(name)
    })
  }

  if (hasFailed && filters === null) return <Button onClick={() => void read()}>{text.tryAgain}</Button>
  if (filters === null) return <Loading label={text.loading} />
  const changing = filters.find(({ id }) => id === draft.id)
  return (
    <>
      {filters.length === 0 && <p>{text.none}</p>}
      <ul className="settings__rows">
        {filters.map((filter) => (
          <FilterRow
            key={filter.id}
            filter={filter}
            busy={busy}
            onToggle={() => void toggle(filter)}
            onEdit={() => open(draftOf(filter))}
            onRemove={() => void remove(filter)}
          />
        ))}
      </ul>
      {next !== null && (
        <Button variant="quiet" onClick={() => void read(next)}>
          {text.more}
        </Button>
      )}
      <OutcomeNotice outcome={outcome ?? (saved === null ? null : { kind: 'success', text: text.saved(saved) })} />
      {draft.isOpen ? (
        <FilterForm
          isFocused={isFocused}
          heading={changing ? text.change(changing.name) : text.newFilter}
          draft={draft}
          categoryId={categoryId}
          calls={calls}
          tools={tools}
          onChange={editor.change}
          save={editor.save}
          onCancel={editor.close}
        />
      ) : (
        <div className="form__actions">
          <Button variant="quiet" icon={<Icon of={Plus} size={18} />} onClick={() => open({ ...CLOSED, isOpen: true })}>
            {text.add}
          </Button>
        </div>
      )}
    </>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton />
      <Skeleton width={3} />
    </div>
  )
}
