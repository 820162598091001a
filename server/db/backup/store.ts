import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createS3Storage, type S3Settings } from '#server/media/s3-storage.ts'
import { StorageUnavailable, streamOf } from '#server/media/storage.ts'
import { BackupError } from './archive.ts'

/** @throws BackupError */
export type BackupStore = {
  /** Backups on another machine must be encrypted; a detected network folder counts as another machine. */
  isElsewhere: () => Promise<boolean>
  /** Moves a file into the store atomically. */
  take: (name: string, file: string) => Promise<void>
  fetch: (name: string, file: string) => Promise<void>
  names: () => Promise<string[]>
  remove: (name: string) => Promise<void>
}

export type BackupS3 = Omit<S3Settings, 'bucket'>

const S3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

export function parseS3Place(place: string): { bucket: string; prefix: string } | null {
  const [, bucket, path = ''] = S3.exec(place) ?? []
  if (bucket === undefined) return null
  const prefix = path.replace(/\/+$/, '')
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

export const isS3Place = (place: string) => place.startsWith('s3://')

/** Types of network file systems: NFS, SMB (two), CIFS, Ceph, AFS, 9P. */
const NETWORK_FILE_SYSTEMS = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x00c36400, 0x5346414f, 0x01021997])

export const isNetworkFileSystem = (type: number) => NETWORK_FILE_SYSTEMS.has(type >>> 0)

const NAME = /^[\w.-]+$/

function checkName(name: string): string {
  if (!NAME.test(name) || name.startsWith('.')) throw new BackupError(`${name} is no name of a backup.`)
  return name
}

function createFolderStore(folder: string): BackupStore {
  const failure = (error: unknown) =>
    new BackupError(`The folder ${folder} of BACKUP_TO cannot be used: ${(error as Error).message}.`, { cause: error })
  const orFail = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return await run()
    } catch (error) {
      throw error instanceof BackupError ? error : failure(error)
    }
  }
  return {
    isElsewhere: () => orFail(async () => isNetworkFileSystem((await statfs(folder)).type)),

    take: (name, file) =>
      orFail(async () => {
        const target = join(folder, checkName(name))
        const moved = await rename(file, target).then(
          () => true,
          () => false,
        )
        if (moved) return
        // The folder may be on another disk, so the file is copied under a temporary name first.
        const draft = join(folder, `.${name}.part`)
        try {
          await copyFile(file, draft)
          await chmod(draft, 0o600)
          const handle = await open(draft, 'r+')
          await handle.sync().finally(() => handle.close())
          await rename(draft, target)
        } finally {
          await rm(draft, { force: true })
        }
        await rm(file)
      }),

    fetch: (name, file) =>
      orFail(async () => {
        const source = join(folder, checkName(name))
        await stat(source).catch(() => {
          throw new BackupError(`There is no backup ${name} in ${folder}.`)
        })
        await pipeline(createReadStream(source), createWriteStream(file, { mode: 0o600 }))
      }),

    names: () => orFail(() => readdir(folder)),
    remove: (name) => orFail(() => rm(join(folder, checkName(name)), { force: true })),
  }
}

function createS3Store(place: string, keys: BackupS3): BackupStore {
  const { bucket, prefix } = parseS3Place(place)!
  const storage = createS3Storage({ ...keys, bucket }, { prefix, check: (key) => key })
  const keyOf = (name: string) => prefix + checkName(name)
  const orFail = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error
      const { code, message } = (error.cause ?? {}) as { code?: string; message?: string }
      const reason = [code, message].filter(Boolean).join(': ')
      throw new BackupError(`The store ${place} of BACKUP_TO cannot be used: ${reason}`, { cause: error })
    }
  }
  return {
    isElsewhere: async () => true,
    take: (name, file) =>
      orFail(async () => {
        await storage.put(keyOf(name), Bun.file(file))
        await rm(file)
      }),
    fetch: (name, file) =>
      orFail(async () => {
        const found = await storage.get(keyOf(name))
        if (!found) throw new BackupError(`There is no backup ${name} in ${place}.`)
        await pipeline(streamOf(found), createWriteStream(file, { mode: 0o600 }))
      }),
    names: () => orFail(async () => (await Array.fromAsync(storage.keys())).map((key) => key.slice(prefix.length))),
    remove: (name) => orFail(() => storage.remove(keyOf(name))),
  }
}

/** `to` is a folder or `s3://bucket/prefix`. */
export function openBackupStore(to: string, s3: BackupS3 | null): BackupStore {
  if (!isS3Place(to)) return createFolderStore(to)
  if (parseS3Place(to) === null) throw new BackupError('BACKUP_TO must be like s3://bucket/prefix.')
  if (!s3) throw new BackupError('BACKUP_TO names an S3 store, whose keys BACKUP_S3_… are missing.')
  return createS3Store(to, s3)
}
