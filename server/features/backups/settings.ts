import { join } from 'node:path'
import type { SettingValues } from '#shared/api/settings/registry.ts'
import type { Services } from '#server/context.ts'
import type { Every, Keep } from '#server/db/backup/schedule.ts'
import { isS3Place, type BackupS3 } from '#server/db/backup/store.ts'

export type BackupPlace = {
  /** Where backups are stored: a folder, or a URL such as s3://bucket/prefix. */
  to: string
  /** The access keys of an S3 store; null for a folder, or if a key is missing. */
  s3: BackupS3 | null
}

export type BackupSettings = BackupPlace & {
  every: Every
  keep: Keep
  /** A public key of the encryption tool age; null if backups are not encrypted. */
  recipient: string | null
  /** The secret key that belongs to `recipient`, or the path of a file that contains the key. */
  identity: string | null
}

export function backupPlace(value: Partial<SettingValues>, dataDir: string): BackupPlace {
  const to = value.backup_to ?? join(dataDir, 'backups')
  const {
    backup_s3_endpoint: endpoint,
    backup_s3_region: region = 'us-east-1',
    backup_s3_access_key_id: accessKeyId,
    backup_s3_secret_access_key: secretAccessKey,
  } = value
  const isComplete = isS3Place(to) && endpoint && accessKeyId && secretAccessKey
  return { to, s3: isComplete ? { endpoint, region, accessKeyId, secretAccessKey } : null }
}

/** Outside production, backups are off by default. */
export function backupSettings({ settings, config }: Pick<Services, 'settings' | 'config'>): BackupSettings {
  const value = settings.values()
  const isUnset = settings.source('backup_every') === 'default'
  return {
    ...backupPlace(value, config.dataDir),
    every: isUnset && !config.production ? 'off' : value.backup_every,
    keep: { daily: value.backup_keep_daily, weekly: value.backup_keep_weekly },
    recipient: value.backup_recipient,
    identity: config.backupIdentity,
  }
}
