import { join } from 'node:path'
import type { Services } from '#server/context.ts'
import type { Every, Keep } from '#server/db/backup/schedule.ts'
import { isS3Place, type BackupS3 } from '#server/db/backup/store.ts'

export type BackupSettings = {
  every: Every
  keep: Keep
  /** A folder, or s3://bucket/prefix. */
  to: string
  /** The keys of that store; null for a folder, and where some are missing. */
  s3: BackupS3 | null
  /** An age public key; null: not encrypted. */
  recipient: string | null
  /** Its secret key, or the file that holds it. */
  identity: string | null
}

/** Outside production there are none unless somebody asks for them. */
export function backupSettings({ settings, config }: Pick<Services, 'settings' | 'config'>): BackupSettings {
  const value = settings.values()
  const isUnset = settings.source('backup_every') === 'default'
  const to = value.backup_to ?? join(config.dataDir, 'backups')
  const [endpoint, accessKeyId, secretAccessKey] = [
    value.backup_s3_endpoint,
    value.backup_s3_access_key_id,
    value.backup_s3_secret_access_key,
  ]
  return {
    every: isUnset && !config.production ? 'off' : value.backup_every,
    keep: { daily: value.backup_keep_daily, weekly: value.backup_keep_weekly },
    to,
    s3:
      isS3Place(to) && endpoint && accessKeyId && secretAccessKey
        ? { endpoint, region: value.backup_s3_region, accessKeyId, secretAccessKey }
        : null,
    recipient: value.backup_recipient,
    identity: config.backupIdentity,
  }
}
