import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { MediaStorage } from './storage.ts'

export function openMediaStorage(config: Config): MediaStorage {
  return config.s3 ? createS3Storage(config.s3) : createFolderStorage(mediaFolder(config))
}

export function mediaFolder(config: Config): string {
  return join(config.dataDir, 'media')
}

export function incomingFolder(config: Config): string {
  return join(config.dataDir, 'incoming')
}
