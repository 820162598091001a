import { useCallback, useEffect, useState } from 'react'
import { CallError } from '#shared/api/errors.ts'
import type { Filter } from '#shared/api/filters.ts'
import { useTexts } from '#shared/texts.ts'
import { useIdempotencyKey } from '../kit/useIdempotencyKey.ts'
import { matchOf, type FilterDraft } from './filter-form.ts'
import type { FilterCalls, Tools } from './tools.ts'

const replaced = (filters: Filter[], one: Filter) => filters.map((filter) => (filter.id === one.id ? one : filter))

/** Filters are loaded in the browser, because pages rendered by the server contain no staff data. */
export function useFilters(categoryId: number | null, calls: FilterCalls, ask: Tools['ask']) {
  const text = useTexts('filters')
  const [filters, setFilters] = useState<Filter[] | null>(null)
  const [next, setNext] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const { keyOf, renew } = useIdempotencyKey()

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

  /** Asks before enabling a filter that matches too much; returns null if the user declines. */
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

  return {
    filters,
    next,
    hasFailed,
    read,

    async save(draft: FilterDraft): Promise<Filter | null> {
      const { id, name, action } = draft
      const columns = { name, action, match: matchOf(draft) }
      const kept = await confirmed((confirm) =>
        id === null
          ? calls.create({ ...columns, category_id: categoryId, confirm }, { idempotencyKey: keyOf(columns) })
          : calls.edit({ ...columns, filter_id: id, confirm }),
      )
      if (kept === null) return null
      setFilters((known) => (id === null ? [...(known ?? []), kept] : replaced(known ?? [], kept)))
      renew()
      return kept
    },

    async toggle({ id, is_enabled }: Filter): Promise<Filter | null> {
      const changed = await confirmed((confirm) => calls.edit({ filter_id: id, is_enabled: !is_enabled, confirm }))
      if (changed !== null) setFilters((known) => replaced(known ?? [], changed))
      return changed
    },

    async remove(id: number): Promise<void> {
      await calls.remove({ filter_id: id })
      setFilters((known) => known?.filter((filter) => filter.id !== id) ?? null)
    },
  }
}
