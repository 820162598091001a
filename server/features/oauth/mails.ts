import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { networkPartOf } from '#server/lib/address.ts'
import { requestSafetyMail } from '../account/mails.ts'
import { deviceOf } from '../auth/device.ts'
import { findLanguage } from '../auth/queries.ts'

export async function requestApplicationMail(
  tx: DbOrTx,
  { variant, request, address, now }: Pick<BaseCtx, 'variant' | 'request' | 'address' | 'now'>,
  user_id: number,
  change: 'application_made' | 'application_allowed',
): Promise<void> {
  await requestSafetyMail(
    tx,
    { variant, lang: await findLanguage(tx, user_id) },
    {
      user_id,
      change,
      device: deviceOf(request?.headers.get('user-agent') ?? null),
      network: networkPartOf(address),
      at: now().toISOString(),
    },
  )
}
