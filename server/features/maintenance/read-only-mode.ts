import type { Maintenance } from '#shared/api/maintenance.ts'
import type { Services } from '#server/context.ts'
import type { Db, Tx } from '#server/db/driver/client.ts'
import type { Bus } from '#server/bus/bus.ts'
import type { SettingsMessage } from '#server/bus/messages.ts'
import { writeCommandAudit } from '../audit/queries.ts'
import { changeSettings } from '../settings/change.ts'

type Wanted = { [Field in keyof Maintenance]?: Maintenance[Field] | undefined }

/** Stores read-only mode in the transaction; the caller publishes the change after the commit. */
export async function storeReadOnly(
  tx: Tx,
  services: Pick<Services, 'config' | 'log' | 'now'>,
  { read_only, message_pl, message_en }: Wanted,
  byUserId: number | null,
): Promise<void> {
  const values = { read_only, read_only_message_pl: message_pl, read_only_message_en: message_en }
  const wanted = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  await changeSettings(tx, services, { values: wanted, byUserId })
}

/** Turns read-only mode on or off from a command; every running process applies it within a second. */
export async function setReadOnly(
  services: Pick<Services, 'config' | 'log' | 'now'> & { db: Db; bus: Bus },
  wanted: Wanted,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    await storeReadOnly(tx, services, wanted, null)
    await writeCommandAudit(tx, {
      action: wanted.read_only ? 'maintenance.on' : 'maintenance.off',
      target_type: 'setting',
    })
  })
  await services.bus.publish(JSON.stringify({ type: 'settings' } satisfies SettingsMessage))
}
