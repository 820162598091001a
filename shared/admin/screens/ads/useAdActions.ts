import type { Ad } from '#shared/api/ads.ts'
import { useAdmin } from '../../kit/context.ts'
import { useAction } from '../../kit/useAction.ts'
import type { Loaded } from '../../kit/useLoaded.ts'

type List = Pick<Loaded<{ ads: Ad[]; setting: 'house' | 'own' | 'off' }>, 'change'>

export function useAdActions({ change }: List) {
  const { api, t } = useAdmin()
  const { runAction, isBusy } = useAction()
  const text = t.ads

  async function toggle({ id, is_enabled }: Ad): Promise<void> {
    const changed = await runAction({
      key: `ad ${id}`,
      call: () => api.adminAds.edit({ ad_id: id, is_enabled: !is_enabled }),
      done: is_enabled ? text.switchedOff : text.switchedOn,
    })
    if (changed)
      change((now) => ({ ...now, ads: now.ads.map((other) => (other.id === id ? changed.answer.ad : other)) }))
  }

  async function remove({ id, name, views, clicks }: Ad): Promise<void> {
    const gone = await runAction({
      key: `ad ${id}`,
      ask: {
        title: text.removeTitle(name),
        text: text.removeText(views, clicks),
        confirmLabel: t.kit.delete,
        danger: true,
      },
      call: () => api.adminAds.remove({ ad_id: id }),
      done: t.kit.deleted,
      failed: t.kit.deleteFailed,
    })
    if (gone) change((now) => ({ ...now, ads: now.ads.filter((other) => other.id !== id) }))
  }

  return {
    onToggle: (ad: Ad) => void toggle(ad),
    onRemove: (ad: Ad) => void remove(ad),
    isBusy: ({ id }: Ad) => isBusy(`ad ${id}`),
  }
}
