import { invalidField } from '#shared/api/errors.ts'
import type { SettingKey } from '#shared/api/settings/registry.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { claimUpload, softDeleteUploads } from '../uploads/queries.ts'

/** Phones show an icon at 192 pixels. */
const MIN_ICON = 192

/** Soft-deletes the previous picture, unless something else uses it. */
export async function exchangePicture(
  tx: Tx,
  { key, from, to }: { key: SettingKey; from: unknown; to: unknown },
  now: Date,
): Promise<void> {
  if (typeof to === 'string') {
    const { width, height } = await claimUpload(tx, { userId: null, url: to, kind: 'image', field: key })
    const isSquare = width !== null && width === height && width >= MIN_ICON
    if (key === 'icon' && !isSquare) throw invalidField(key, 'setting_icon')
  }
  if (typeof from === 'string') await softDeleteUploads(tx, [from], now)
}
