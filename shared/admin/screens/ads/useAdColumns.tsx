import Pause from 'lucide/dist/esm/icons/pause.mjs'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import Play from 'lucide/dist/esm/icons/play.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import type { Ad } from '#shared/api/ads.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { iconOf } from '#shared/rules/media-url.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { useAdmin } from '../../kit/context.ts'
import type { DataColumn } from '../../kit/useSortedTable.ts'
import { Timestamp } from '../../kit/Timestamp.tsx'

type Options = {
  isBusy: (ad: Ad) => boolean
  onToggle: (ad: Ad) => void
  onEdit: (ad: Ad) => void
  onRemove: (ad: Ad) => void
}

export function useAdColumns({ isBusy, onToggle, onEdit, onRemove }: Options): DataColumn<Ad>[] {
  const { t, lang } = useAdmin()
  const text = t.ads
  const number = (header: string, of: (ad: Ad) => number, key: string): DataColumn<Ad> => ({
    key,
    header,
    end: true,
    sortBy: of,
    cell: (ad) => formatNumber(lang, of(ad)),
  })
  return [
    { key: 'name', header: text.name, sortBy: ({ name }) => name, cell: (ad) => <Name ad={ad} /> },
    {
      key: 'state',
      header: text.state,
      sortBy: (ad) => stateOf(ad),
      cell: (ad) => <span className={`tag ${TAGS[stateOf(ad)]}`}>{text.states[stateOf(ad)]}</span>,
    },
    {
      key: 'where',
      header: text.variant,
      cell: ({ variant, categories, category_ids }) => (
        <div className="ad-where">
          {text.variants[variant].label}
          {category_ids.length > 0 && <div>{categories.map(({ name }) => `r/${name}`).join(', ')}</div>}
        </div>
      ),
    },
    {
      key: 'dates',
      header: text.dates,
      sortBy: ({ starts_at }) => starts_at,
      cell: ({ starts_at, ends_at }) => (
        <span>
          <Timestamp at={starts_at} /> – {ends_at === null ? text.endless : <Timestamp at={ends_at} />}
        </span>
      ),
    },
    number(text.weight, ({ weight }) => weight, 'weight'),
    number(text.views, ({ views }) => views, 'views'),
    number(text.clicks, ({ clicks }) => clicks, 'clicks'),
    {
      key: 'actions',
      header: t.kit.actions,
      hideHeader: true,
      end: true,
      pinned: true,
      cell: (ad) => (
        <div className="table__actions">
          <IconButton
            label={ad.is_enabled ? text.switchOff(ad.name) : text.switchOn(ad.name)}
            icon={<Icon of={ad.is_enabled ? Pause : Play} size={18} />}
            aria-disabled={isBusy(ad) || undefined}
            onClick={() => onToggle(ad)}
          />
          <IconButton label={text.edit(ad.name)} icon={<Icon of={Pencil} size={18} />} onClick={() => onEdit(ad)} />
          <IconButton
            label={text.remove(ad.name)}
            icon={<Icon of={Trash2} size={18} />}
            aria-disabled={isBusy(ad) || undefined}
            onClick={() => onRemove(ad)}
          />
        </div>
      ),
    },
  ]
}

type State = 'on' | 'off' | 'later' | 'over'
const TAGS: Record<State, string> = { on: 'tag--success', off: '', later: 'tag--accent', over: '' }

function stateOf({ is_enabled, starts_at, ends_at }: Ad): State {
  const now = Date.now()
  if (!is_enabled) return 'off'
  if (Date.parse(starts_at) > now) return 'later'
  return ends_at !== null && Date.parse(ends_at) <= now ? 'over' : 'on'
}

function Name({ ad: { name, title, image_url, url } }: { ad: Ad }) {
  return (
    <div className="ad-name">
      {image_url !== null && <img src={iconOf(image_url)!} alt="" width={40} height={40} loading="lazy" />}
      <div>
        <b>{name}</b>
        {title !== name && <div>{title}</div>}
        <div className="ad-name__host">{URL.parse(url)?.hostname}</div>
      </div>
    </div>
  )
}
