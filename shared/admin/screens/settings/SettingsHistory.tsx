import { useState } from 'react'
import type { SettingChange } from '#shared/api/admin-settings.ts'
import type { SettingKey } from '#shared/api/settings/registry.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import type { DataColumn } from '../../kit/useSortedTable.ts'
import { LoadFailure } from '../../kit/LoadFailure.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useLoaded } from '../../kit/useLoaded.ts'
import { describeValue } from './describe.ts'

type Page = { changes: SettingChange[]; next_cursor: string | null }

/** `version` changes with every save and reloads the history. */
export function SettingsHistory({ version }: { version: number }) {
  const { api, t } = useAdmin()
  const text = t.settings.history
  const loaded = useLoaded<Page>(String(version), (signal) => api.adminSettings.history({}, { signal }))
  const { runAction, isBusy } = useAction()
  const [isOpen, setOpen] = useState(false)
  const cursor = loaded.data?.next_cursor ?? null

  async function loadMore(): Promise<void> {
    const more = await runAction({ key: 'more', call: () => api.adminSettings.history({ cursor: cursor! }) })
    if (!more) return
    const { changes, next_cursor } = more.answer
    loaded.change((now) => ({ changes: [...now.changes, ...changes], next_cursor }))
  }

  const nameOf = (key: string) => t.settings.fields[key as SettingKey]?.label ?? key
  const valueOf = (key: string, value: unknown) =>
    value === '***' ? text.secret : describeValue(t, key as SettingKey, value)
  const columns: DataColumn<SettingChange>[] = [
    { key: 'at', header: text.columns.at, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    { key: 'by', header: text.columns.by, cell: ({ by }) => (by === 'admin credential' ? t.dashboard.credential : by) },
    { key: 'key', header: text.columns.key, cell: ({ key }) => nameOf(key) },
    { key: 'from', header: text.columns.from, cell: ({ key, from }) => valueOf(key, from) },
    { key: 'to', header: text.columns.to, cell: ({ key, to }) => valueOf(key, to) },
  ]
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="fold__summary">{text.title}</summary>
      {isOpen && (
        <div className="admin__section">
          <LoadFailure loaded={loaded} />
          <DataTable
            caption={text.title}
            columns={columns}
            rows={loaded.data?.changes ?? NONE}
            rowKey={({ key, created_at, to }) => `${key} ${created_at} ${JSON.stringify(to)}`}
            loaded={loaded}
            empty={text.none}
          />
          {cursor !== null && (
            <Button busy={isBusy('more')} onClick={() => void loadMore()}>
              {text.more}
            </Button>
          )}
        </div>
      )}
    </details>
  )
}

const NONE: readonly SettingChange[] = []
