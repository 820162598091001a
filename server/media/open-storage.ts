import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createFolderStorage } from './folder-storage.ts'
import type { MediaStorage } from './storage.ts'

/** The storage of the settings: a folder in DATA_DIR. */
export function openMediaStorage(config: Config): MediaStorage {
  return createFolderStorage(join(config.dataDir, 'media'))
}

/** Where files lie while they are received and looked at. */
export function incomingFolder(config: Config): string {
  return join(config.dataDir, 'incoming')
}
