import { useCallback, useEffect, useState } from 'react'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import { CallError } from '#shared/api/errors.ts'
import type { Filter } from '#shared/api/filters.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { CLOSED, draftOf, matchOf, type FilterDraft } from './filter-form.ts'
import { FilterForm } from './FilterForm.tsx'
import { OutcomeNotice } from './OutcomeNotice.tsx'
import type { FilterCalls, Tools } from './tools.ts'
import { useIdempotencyKey } from '../kit/useIdempotencyKey.ts'
import { useRun } from './useRun.ts'

const replaced = (filters: Filter[], one: Filter) => filters.map((filter) => (filter.id === one.id ? one : filter))

/**
 * Of a community, or with `categoryId` null of the whole site. They are read in the browser: pages are rendered without
 * the right to.
 */
export function Filters({ categoryId, calls, tools }: { categoryId: number | null; calls: FilterCalls; tools: Tools }) {
  const { ask, useKept } = tools
  const text = useTexts('filters')
  const { run, busy, outcome, clear } = useRun(tools, text.failed)
  const [filters, setFilters] = useState<Filter[] | null>(null)
  const [next, setNext] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [saved, setSaved] = useState<string | null>(null)
  const { keyOf, renew } = useIdempotencyKey()
  const [draft, keep, reset] = useKept<FilterDraft>(`${categoryId ?? 'site'}:filter`, CLOSED)

  const read = useCallback(
    async (cursor?: string) => {
      setFailed(false)
      try {
        const page = await calls.list({ category_id: categoryId, ...(cursor !== undefined && { cursor }) })
        setFilters((known) => [...(cursor === undefined ? [] : (known ?? [])), ...page.filters])
        setNext(page.next_cursor)
      } catch {
        setFailed(true)
      }
    },
    [calls, categoryId],
  )

  useEffect(() => void read(), [read])

  /** Asks before a filter that catches too much is enabled; null where the answer is no. */
  async function confirmed<T>(call: (confirm: boolean) => Promise<T>): Promise<T | null> {
    try {
      return await call(false)
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'too_broad') throw error
      const { checked, matched } = error.body as { checked: number; matched: number }
      const isSure = await ask({
        title: text.broadTitle,
        text: text.broadText(checked, matched),
        confirmLabel: text.broadConfirm,
        cancelLabel: text.cancel,
      })
      return isSure ? call(true) : null
    }
  }

  function open(wanted: FilterDraft): void {
    keep(wanted)
    setFocused(true)
    clear()
    setSaved(null)
  }

  function runOne(what: string, action: () => Promise<string>): Promise<boolean> {
    setSaved(null)
    return run(what, action)
  }

  async function save(): Promise<string> {
    const { id, name, action } = draft
    const columns = { name, action, match: matchOf(draft) }
    const kept = await confirmed((confirm) =>
      id === null
        ? calls.create({ ...columns, category_id: categoryId, confirm }, { idempotencyKey: keyOf(columns) })
        : calls.edit({ ...columns, filter_id: id, confirm }),
    )
    if (kept === null) return text.unchanged
    setFilters((known) => (id === null ? [...(known ?? []), kept] : replaced(known ?? [], kept)))
    renew()
    setSaved(kept.name)
    reset(CLOSED)
    return text.saved(kept.name)
  }

  const toggle = ({ id, is_enabled }: Filter) =>
    runOne(`toggle ${id}`, async () => {
      const changed = await confirmed((confirm) => calls.edit({ filter_id: id, is_enabled: !is_enabled, confirm }))
      if (changed === null) return text.unchanged
      setFilters((known) => replaced(known ?? [], changed))
      return changed.is_enabled ? text.enabled(changed.name) : text.disabled(changed.name)
    })

  async function remove({ id, name }: Filter): Promise<void> {
    const isSure = await ask({
      title: text.removeTitle(name),
      text: text.removeText,
      confirmLabel: text.remove,
      cancelLabel: text.cancel,
      danger: true,
    })
    if (!isSure) return
    await runOne(`remove ${id}`, async () => {
      await calls.remove({ filter_id: id })
      setFilters((known) => known?.filter((filter) => filter.id !== id) ?? null)
      if (draft.id === id) reset(CLOSED)
      return text.removed(name)
    })
  }

  if (hasFailed && filters === null) return <Button onClick={() => void read()}>{text.tryAgain}</Button>
  if (filters === null)
    return (
      <div role="status" aria-label={text.loading}>
        <Skeleton />
        <Skeleton width={3} />
      </div>
    )
  const changing = filters.find(({ id }) => id === draft.id)
  return (
    <>
      {filters.length === 0 && <p>{text.none}</p>}
      <ul className="settings__rows">
        {filters.map((filter) => {
          const { id, name, is_enabled, action, hits_30d } = filter
          return (
            <li key={id} className="settings__row settings__row--plain filter-row">
              <div>
                <span className="settings__device">{name}</span>{' '}
                <span className={is_enabled ? 'tag tag--accent' : 'tag'}>{is_enabled ? text.on : text.off}</span>
                <p className="settings__lead">{text.actions[action]}</p>
                <p className="settings__lead">{text.hits(hits_30d)}</p>
              </div>
              <div className="form__actions">
                <Button
                  size="small"
                  busy={busy === `toggle ${id}`}
                  aria-label={is_enabled ? text.disableOf(name) : text.enableOf(name)}
                  onClick={() => void toggle(filter)}>
                  {is_enabled ? text.disable : text.enable}
                </Button>
                <Button size="small" aria-label={text.editOf(name)} onClick={() => open(draftOf(filter))}>
                  {text.edit}
                </Button>
                <Button
                  size="small"
                  busy={busy === `remove ${id}`}
                  aria-label={text.removeOf(name)}
                  onClick={() => void remove(filter)}>
                  {text.remove}
                </Button>
              </div>
            </li>
          )
        })}
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
          onChange={keep}
          save={() => save()}
          onCancel={() => reset(CLOSED)}
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
