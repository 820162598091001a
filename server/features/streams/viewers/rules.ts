import { createHmac } from 'node:crypto'
import { networksOf } from '#server/lib/address.ts'

/** The hash hides who watched. A member counts once on all devices, and guests count once for each network. */
export function viewerKeyOf(secret: string, viewer: { id: number } | null, address: string): string {
  const who = viewer ? `member ${viewer.id}` : `network ${networksOf(address)[0]!.network}`
  return createHmac('sha256', secret).update(`viewer of streams: ${who}`).digest('base64url').slice(0, 22)
}
