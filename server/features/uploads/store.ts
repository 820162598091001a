import type { Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { MEDIA_WIDTHS } from '#shared/rules/media-url.ts'
import { makeImageApart } from '#server/media/decode-apart.ts'
import { makeImage, publicFiles } from '#server/media/images.ts'
import { contentHash, keyOf, keysOf, privateKeys } from '#server/media/keys.ts'
import { makeVideo } from '#server/media/videos.ts'
import { announceUpload, confirmUpload, deleteDiscarded, holdContent, isNeeded, type UploadKind } from './queries.ts'

type Store = Pick<Services, 'media' | 'now'> & { db: DbOrTx }
type Files = Map<string, Blob | Uint8Array>
type Row = Omit<Parameters<typeof announceUpload>[1], 'deleted_at' | 'size'>

/** Stores the files, by their keys, of an upload of that member. */
async function keep({ db, media, now }: Store, row: Row, files: Files): Promise<void> {
  const size = [...files.values()].reduce((sum, file) => sum + (file instanceof Blob ? file.size : file.length), 0)
  const id = await announceUpload(db, { ...row, size, created_at: now(), deleted_at: now() })
  await db.transaction(async (tx) => {
    await holdContent(tx, row.url)
    for (const [key, content] of files) await media.put(key, content)
    await confirmUpload(tx, id)
  })
}

const byKey = (files: Files): Files => new Map([...files].map(([url, content]) => [keyOf(url), content]))

/** A picture that a member sent is decoded in another process; one that was drawn here need not be. */
async function makeOf(source: string | Blob) {
  if (typeof source === 'string') return makeImageApart(source, MEDIA_WIDTHS)
  const image = await makeImage(source, MEDIA_WIDTHS)
  return { ...image, hash: contentHash(image.content), remove: () => Promise.resolve() }
}

/**
 * Takes a public picture, a file by its path or bytes, for a member: url, size in pixels and placeholder, ready for `claimUpload`.
 * @throws MediaRefused
 */
export async function storeImage(store: Store, userId: number, source: string | Blob) {
  const image = await makeOf(source)
  try {
    const { hash, width, height, placeholder, isMoving } = image
    const { url, files } = publicFiles<Blob | Uint8Array>(image, hash)
    await keep(store, { user_id: userId, kind: 'image', url, content_hash: hash, width, height, placeholder, is_animated: isMoving }, byKey(files))
    return { url, width, height, placeholder }
  } finally {
    await image.remove()
  }
}

/**
 * Takes a public video, which is changed where it lies, for a member.
 * @throws MediaRefused
 */
export async function storeVideo(store: Store, userId: number, path: string) {
  const { url, hash, poster_url, files } = await makeVideo(path)
  await keep(store, { user_id: userId, kind: 'video', url, content_hash: hash, poster_url }, byKey(files))
  return { url, poster_url }
}

/**
 * Takes a picture that only the two of a conversation will see, under a name that nobody can guess.
 * @throws MediaRefused
 */
export async function storeMessageImage(store: Store, userId: number, path: string) {
  const image = await makeImageApart(path)
  try {
    const { content, poster, width, height, placeholder, isMoving } = image
    const url = `/media/m/${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')}`
    const { moving, still } = privateKeys(url)
    const files = new Map([[still, poster ?? content], ...(isMoving ? [[moving, content]] as const : [])])
    await keep(store, { user_id: userId, kind: 'message_image', url, width, height, placeholder, is_animated: isMoving }, files)
    return { image_url: url }
  } finally {
    await image.remove()
  }
}

/** Removes an upload that was given up, with its files unless another one has the same. May be called again. */
export async function removeUpload({ db, media }: Store, { id, kind, url }: { id: number, kind: UploadKind, url: string }): Promise<void> {
  await db.transaction(async (tx) => {
    await holdContent(tx, url)
    if (!await deleteDiscarded(tx, id) || await isNeeded(tx, url, id)) return
    for (const key of keysOf({ kind, url })) await media.remove(key)
  })
}
