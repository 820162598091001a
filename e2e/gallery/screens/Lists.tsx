import { useState } from 'react'
import Bookmark from 'lucide/dist/esm/icons/bookmark.mjs'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/State.tsx'
import { Table, type SortState } from '#shared/ui/Table.tsx'
import { Screen } from '../Screen.tsx'

const communities = [
  { name: 'gotowanie', title: 'Gotowanie', members: 18_342 },
  { name: 'beskidy', title: 'Górskie wędrówki po Beskidach', members: 3_977 },
]

export function ListsScreen() {
  const [sort, setSort] = useState<SortState>({ key: 'members', direction: 'descending' })

  return (
    <Screen title="Listy i stany">
      <Table
        caption="Społeczności"
        columns={[
          { key: 'title', header: 'Nazwa', cell: (row) => row.title, sortable: true },
          { key: 'name', header: 'Adres', cell: (row) => `r/${row.name}` },
          {
            key: 'members',
            header: 'Członków',
            cell: (row) => row.members.toLocaleString('pl'),
            end: true,
            sortable: true,
          },
        ]}
        rows={communities}
        rowKey={(row) => row.name}
        sort={sort}
        onSort={setSort}
      />
      <EmptyState
        icon={<Icon of={Bookmark} size={28} />}
        title="Nic tu jeszcze nie ma"
        text="Tutaj pojawią się zapisane posty.">
        <a className={buttonClass('primary')} href="#home">
          Przejrzyj rozmowy
        </a>
      </EmptyState>
      <ErrorState
        title="Nie udało się załadować profilu"
        text="Sprawdź połączenie."
        retryLabel="Spróbuj ponownie"
        onRetry={() => {}}
      />
      <Notice kind="danger" role="alert">
        Nie udało się wysłać wiadomości
      </Notice>
      <Notice kind="success">Adres potwierdzony.</Notice>
      <Notice kind="warning">Jesteś offline.</Notice>
      <div>
        <Skeleton kind="dot" />
        <Skeleton width={3} />
        <Skeleton kind="block" />
      </div>
    </Screen>
  )
}
