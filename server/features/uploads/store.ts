import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { invalidField } from '#shared/api/errors.ts'
import { MEDIA_WIDTHS, squareOf } from '#shared/rules/media-url.ts'
import { decodeImage, makeSquares } from '#server/media/decoder-pool.ts'
import { publicFiles } from '#server/media/images.ts'
import { incomingFolder } from '#server/media/open-storage.ts'
import { readCaptions, writeCaptions } from '#server/media/captions/captions.ts'
import { avatarKeysOf, contentHash, keyOf, keysOf, privateKeys } from '#server/media/storage-keys.ts'
import { MediaRefused } from '#server/media/refusal.ts'
import { makeVideo } from '#server/media/videos.ts'
import {
  insertPendingUpload,
  confirmUpload,
  deleteUploadRow,
  hasUnusedUpload,
  lockContent,
  isUsedElsewhere,
  type UploadKind,
} from './queries.ts'

type Store = Pick<Services, 'config' | 'media' | 'now'> & { db: DbOrTx }
type Files = Map<string, Blob>
type Row = Omit<Parameters<typeof insertPendingUpload>[1], 'deleted_at' | 'size'>

async function insertUpload({ config, db, media, now }: Store, row: Row, files: Files): Promise<void> {
  const size = [...files.values()].reduce((sum, file) => sum + file.size, 0)
  const id = await insertPendingUpload(db, { ...row, size, created_at: now(), deleted_at: now() }, config.memberStorage)
  if (id === null) throw new MediaRefused('quota')
  // No transaction is open meanwhile, because a slow store would hold a database connection. The pending row keeps the
  // clean-up job from removing these files with another upload that has the same URL.
  for (const [key, content] of files) await media.put(key, content)
  await confirmUpload(db, id)
}

const byKey = (files: Files): Files => new Map([...files].map(([url, content]) => [keyOf(url), content]))

export async function withWorkFolder<T>(
  { config }: Pick<Store, 'config'>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(incomingFolder(config), crypto.randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return use(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

/** `userId` is null for the operator. @throws MediaRefused */
export async function storeImage(store: Store, userId: number | null, path: string) {
  return withWorkFolder(store, async (folder) => {
    const image = await decodeImage(path, folder, MEDIA_WIDTHS)
    const { hash, width, height, placeholder, isAnimated } = image
    const { url, files } = publicFiles(image, hash)
    await insertUpload(
      store,
      { user_id: userId, kind: 'image', url, content_hash: hash, width, height, placeholder, is_animated: isAnimated },
      byKey(files),
    )
    return { url, width, height, placeholder }
  })
}

export async function storeVideo(store: Store, userId: number, path: string) {
  return withWorkFolder(store, async (folder) => {
    const { url, hash, poster_url, files } = await makeVideo(path, folder)
    await insertUpload(store, { user_id: userId, kind: 'video', url, content_hash: hash, poster_url }, byKey(files))
    return { url, poster_url }
  })
}

/** @throws CaptionsRefused, MediaRefused */
export async function storeCaptions(store: Store, userId: number, path: string) {
  const cues = readCaptions(await Bun.file(path).bytes())
  const content = new TextEncoder().encode(writeCaptions(cues))
  const hash = contentHash(content)
  const url = `/media/c/${hash}.vtt`
  const row = { user_id: userId, kind: 'captions' as const, url, content_hash: hash }
  await insertUpload(store, row, byKey(new Map([[url, new Blob([content], { type: 'text/vtt' })]])))
  return { url, cues: cues.length }
}

/** The random name keeps the picture private. @throws MediaRefused */
export async function storeMessageImage(store: Store, userId: number, path: string) {
  return withWorkFolder(store, async (folder) => {
    const { content, poster, width, height, placeholder, isAnimated } = await decodeImage(path, folder)
    const url = `/media/m/${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')}`
    const { moving, still } = privateKeys(url)
    const files = new Map([[still, poster ?? content], ...(isAnimated ? ([[moving, content]] as const) : [])])
    await insertUpload(
      store,
      { user_id: userId, kind: 'message_image', url, width, height, placeholder, is_animated: isAnimated },
      files,
    )
    return { image_url: url }
  })
}

/** Stores square versions of an unused upload before it is claimed as avatar; throws `invalid` without that upload. */
export async function storeAvatar(store: Store, userId: number, url: string): Promise<void> {
  const file = (await hasUnusedUpload(store.db, { userId, url, kind: 'image' }))
    ? await store.media.get(keyOf(url))
    : null
  if (!file) throw invalidField('avatar_url', 'media')
  await withWorkFolder(store, async (folder) => {
    const path = join(folder, 'original')
    await Bun.write(path, new Response(file.body))
    for (const [side, square] of await makeSquares(path, folder))
      await store.media.put(keyOf(squareOf(url, side)), square)
  })
}

/** Deletes an upload's files unless another upload uses them. Idempotent. */
export async function removeUpload(
  { db, media }: Pick<Store, 'db' | 'media'>,
  { id, kind, url }: { id: number; kind: UploadKind; url: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockContent(tx, url)
    if (!(await deleteUploadRow(tx, id)) || (await isUsedElsewhere(tx, url, id))) return
    for (const key of [...keysOf({ kind, url }), ...(kind === 'image' ? avatarKeysOf(url) : [])])
      await media.remove(key)
  })
}
