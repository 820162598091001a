import Plus from 'lucide/dist/esm/icons/plus.mjs'
import type { Ad } from '#shared/api/ads.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { EmptyList } from '../../kit/EmptyList.tsx'
import { usePlace } from '../../kit/place.ts'
import { useLoaded } from '../../kit/useLoaded.ts'
import { AdForm } from './AdForm.tsx'
import { useAdActions } from './useAdActions.ts'
import { useAdColumns } from './useAdColumns.tsx'

const NONE: readonly Ad[] = []
/** Value of the query parameter that opens the form for a new ad, instead of an ad's id. */
const NEW = 'new'

export function Ads({ onBack }: { onBack: () => void }) {
  const { api, t } = useAdmin()
  const text = t.ads
  const place = usePlace()
  const opened = place.get('ad')
  const loaded = useLoaded('', (signal) => api.adminAds.list({}, { signal }))
  const actions = useAdActions(loaded)
  const columns = useAdColumns({ ...actions, onEdit: ({ id }) => place.set({ ad: id }) })
  const ad = loaded.data?.ads.find(({ id }) => String(id) === opened) ?? null

  if (opened === NEW || ad !== null) {
    return (
      <AdForm
        key={opened}
        ad={ad}
        onSaved={() => {
          place.set({ ad: null }, 'replace')
          void loaded.refresh()
        }}
        onCancel={() => place.set({ ad: null })}
      />
    )
  }
  return (
    <section className="admin__section">
      <div className="admin__line">
        <h2>{text.title}</h2>
        <div className="btn-row">
          <Button variant="primary" icon={<Icon of={Plus} size={18} />} onClick={() => place.set({ ad: NEW })}>
            {text.add}
          </Button>
          <Button onClick={onBack}>{text.back}</Button>
        </div>
      </div>
      <p className="settings__lead">{text.lead}</p>
      {loaded.data && loaded.data.setting !== 'own' && <Notice kind="info">{text.hidden[loaded.data.setting]}</Notice>}
      <DataTable
        caption={text.title}
        columns={columns}
        rows={loaded.data?.ads ?? NONE}
        rowKey={({ id }) => id}
        loaded={loaded}
        empty={<EmptyList title={text.emptyTitle} text={text.emptyText} />}
      />
    </section>
  )
}
