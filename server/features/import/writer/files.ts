import { and, eq, isNull, sql } from 'drizzle-orm'
import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { PostImage } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { MediaRefused } from '#server/media/refusal.ts'
import { comment } from '../../comments/table.ts'
import { imageColumns, imagesOf } from '../../posts/rules.ts'
import { post } from '../../posts/table.ts'
import { storeAvatar, storeImage, withWorkFolder } from '../../uploads/store.ts'
import { upload } from '../../uploads/table.ts'
import { user } from '../../users/table.ts'
import type { RecordOf } from '../records.ts'
import type { Target } from '../rows.ts'
import { entryOf, record, refuse, type Batch } from './batch.ts'

/** `folder` is given by --files. */
export type FileStore = {
  folder: string | null
  store: Parameters<typeof storeImage>[0]
  /** Downloads a file that is missing in the folder; present only if --fetch-files is given. */
  fetch?: (file: File) => Promise<Uint8Array | null>
}

type File = RecordOf<'file'>
type Stored = Omit<PostImage, 'alt'>

/** Returns null for a file that is outside of the folder, missing or unreadable. */
function pathOf(folder: string, path: string): string | null {
  try {
    const root = realpathSync(folder)
    const found = realpathSync(join(root, path))
    return found.startsWith(root + sep) ? found : null
  } catch {
    return null
  }
}

export async function writeFile(batch: Batch, file: File, files: FileStore | null): Promise<void> {
  await batch.load(file.of.kind, [file.of.id])
  const entry = entryOf(batch, file.of.kind, file.of.id)
  if (!entry || entry.target_id === null) return refuse(batch, 'file', file.id, 'target_missing')
  const { target, target_id, post_id } = entry
  // A refused file's URL on the former forum redirects to the content that showed the file.
  const refused = (reason: string) =>
    record(batch, { kind: 'file', source_id: file.id, outcome: 'refused', reason, target, target_id, post_id })
  if (file.left_out) return refused(file.left_out)
  if (files === null) return refused('no_files_folder')
  const found = files.folder === null ? null : pathOf(files.folder, file.path)
  const fetched = found === null ? ((await files.fetch?.(file)) ?? null) : null
  if (found === null && fetched === null) return refused('file_missing')
  const owner = await ownerOf(batch, entry)
  let stored: Stored
  try {
    const store = { ...files.store, db: batch.tx }
    stored = found === null ? await storeFetched(store, owner, fetched!) : await storeImage(store, owner, found)
  } catch (error) {
    if (error instanceof MediaRefused) return refused('not_a_picture')
    throw error
  }
  if (entry.target === 'user') await storeAvatar({ ...files.store, db: batch.tx }, entry.target_id!, stored.url)
  if (!(await show(batch, entry, stored, file.name))) return refused('no_place')
  await batch.tx
    .update(upload)
    .set({ used_at: batch.now })
    .where(and(eq(upload.url, stored.url), isNull(upload.used_at), isNull(upload.deleted_at)))
  record(batch, { kind: 'file', source_id: file.id, outcome: 'imported', target, target_id, post_id })
}

const storeFetched = (store: FileStore['store'], owner: number | null, bytes: Uint8Array) =>
  withWorkFolder(store, async (folder) => {
    const path = join(folder, 'fetched')
    await Bun.write(path, bytes)
    return storeImage(store, owner, path)
  })

async function ownerOf({ tx }: Batch, { target, target_id }: Target): Promise<number | null> {
  if (target === 'user') return target_id
  const table = target === 'post' ? post : comment
  const [row] = await tx.select({ id: table.author_id }).from(table).where(eq(table.id, target_id!))
  return row?.id ?? null
}

/** Returns false if the comment or post can have no further picture, or if the post shows a link or a video. */
async function show({ tx }: Batch, { target, target_id }: Target, stored: Stored, name: string): Promise<boolean> {
  const id = target_id!
  const { url, width, height } = stored
  if (target === 'user') {
    await tx.update(user).set({ avatar_url: url }).where(eq(user.id, id))
    return true
  }
  if (target === 'comment') {
    const image = { image_url: url, image_width: width, image_height: height }
    const changed = await tx
      .update(comment)
      .set(image)
      .where(and(eq(comment.id, id), sql`image_url is null`))
      .returning({ id: comment.id })
    return changed.length > 0
  }
  const [row] = await tx.select().from(post).where(eq(post.id, id))
  if (!row || row.link_url !== null || row.video_url !== null) return false
  const images = [...imagesOf(row), { ...stored, alt: name.slice(0, LIMITS.imageAlt) }]
  if (images.length > LIMITS.images) return false
  await tx
    .update(post)
    .set(imageColumns(images as PostImage[]))
    .where(eq(post.id, id))
  return true
}
