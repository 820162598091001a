import { join } from 'node:path'
import type { Services } from '#server/context.ts'
import { BackupError } from '#server/db/backup/archive.ts'
import { workFolderOf, type BackupReply, type BackupWork } from '#server/db/backup/process.ts'
import { primaryUrl } from '#server/db/driver/primary.ts'
import { startScript } from '#server/lib/programs.ts'
import { mediaFolder } from '#server/media/open-storage.ts'
import { backupSettings } from './settings.ts'

const PROGRAM = join(import.meta.dir, '../../db/backup/process.ts')

type Distributed<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type Task = Distributed<BackupWork, 'url' | 'workFolder' | 'media' | 'to' | 's3'>

/** @throws BackupError for an expected failure; other errors are bugs */
export async function runBackupProcess(
  services: Pick<Services, 'config' | 'settings'>,
  task: Task,
  signal?: AbortSignal,
): Promise<BackupReply> {
  const { config } = services
  const { to, s3 } = backupSettings(services)
  const work = {
    ...task,
    url: await primaryUrl(config.databaseDirectUrl ?? config.databaseUrl!),
    workFolder: workFolderOf(config.dataDir),
    media: config.s3 ? { s3: config.s3 } : { folder: mediaFolder(config) },
    to,
    s3,
  } as BackupWork
  signal?.throwIfAborted()
  const answered = Promise.withResolvers<BackupReply>()
  const child = startScript<BackupReply>(PROGRAM, {
    message: answered.resolve,
    exit: ({ exitCode, signalCode }) =>
      answered.reject(new BackupError(`The process of the backup was ended by ${signalCode ?? exitCode}.`)),
  })
  const end = () => child.kill('SIGTERM')
  signal?.addEventListener('abort', end)
  try {
    child.send(work)
    const reply = await answered.promise
    signal?.throwIfAborted()
    if ('refused' in reply) throw new BackupError(reply.refused)
    if ('failed' in reply) throw new Error(`The backup failed: ${reply.failed}`)
    return reply
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
