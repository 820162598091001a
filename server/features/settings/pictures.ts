import { invalidField } from '#shared/api/errors.ts'
import type { SettingKey } from '#shared/api/settings/registry.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { claimUpload, softDeleteUploads } from '../uploads/queries.ts'

/** Minimum side of an icon in pixels; phones show it at 192. */
const MIN_ICON = 192

/**
 * Marks the upload of a setting's new picture as used. Soft-deletes the previous picture, unless something else uses
 * it. Throws `invalid`.
 */
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
