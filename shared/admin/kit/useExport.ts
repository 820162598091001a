import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '#shared/limits.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import { collectRows } from './collect-rows.ts'
import { useAdmin } from './context.ts'
import { csvOf, type CsvColumn } from './csv.ts'
import { visible } from './hidden-columns.ts'
import { usePlace } from './place.ts'
import { useAction } from './useAction.ts'
import type { List, ListPage, LoadList } from './useList.ts'

export type Export = { start: () => Promise<void>; progress: string | null; isEmpty: boolean }

type ExportOf<Row> = {
  tab: 'users' | 'posts' | 'categories' | 'streams' | 'reports'
  list: List<Row>
  load: LoadList<Row>
  columns: readonly CsvColumn<Row>[]
}

/** Exports the list as shown, as CSV with at most `LIMITS.exportRows` rows; leaving the tab aborts it. */
export function useExport<Row extends { id: number }>({ tab, list, load, columns }: ExportOf<Row>): Export {
  const { shell, t } = useAdmin()
  const text = t.kit.export
  const place = usePlace()
  const { runAction } = useAction()
  const [progress, setProgress] = useState<string | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function save(): Promise<ListPage<Row> | null> {
    const read = await collectRows({
      ask: (page) => load({ page: { ...page, export: true }, search: list.search, filter: place.get }),
      onProgress: (rows, all) => setProgress(text.progress(rows, all)),
      isStopped: () => isGone.current,
    })
    if (read === null) {
      shell.notify({ kind: 'info', text: text.stopped })
      return null
    }
    const day = exactTime(new Date()).slice(0, 10)
    const csv = csvOf(visible(columns, place.get('hide')), read.rows)
    const isSaved = await shell.saveFile({
      name: `${t.frame.tabs[tab].toLowerCase()}-${day}.csv`,
      type: 'text/csv',
      text: csv,
    })
    return isSaved ? read : null
  }

  function outcome(read: ListPage<Row> | null): string | undefined {
    if (read === null) return undefined
    const {
      rows: { length },
      total,
    } = read
    if (total > LIMITS.exportRows) return text.cut(length, total)
    return list.search !== '' && total === LIMITS.searchTotal ? text.searchCut(length) : text.saved(length)
  }

  async function start() {
    await runAction({
      key: 'export',
      call: async () => {
        setProgress(text.progress(0, Math.min(list.total, LIMITS.exportRows)))
        return save().finally(() => setProgress(null))
      },
      done: outcome,
      failed: text.failed,
    })
  }

  return { start, progress, isEmpty: list.total === 0 }
}
