import { createHmac } from 'node:crypto'
import { networksOf } from '#server/lib/address.ts'

/**
 * Returns the key of a viewer: a member is one viewer on all devices, a guest one by network. The hash is keyed, so
 * that the table names nobody.
 */
export function viewerKeyOf(secret: string, viewer: { id: number } | null, address: string): string {
  const who = viewer ? `member ${viewer.id}` : `network ${networksOf(address)[0]!.network}`
  return createHmac('sha256', secret).update(`viewer of streams: ${who}`).digest('base64url').slice(0, 22)
}
