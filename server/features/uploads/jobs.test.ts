import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { addJob } from '#server/jobs/add.ts'
import { keysOf } from '#server/media/storage-keys.ts'
import { incomingFolder } from '#server/media/open-storage.ts'
import { makeGif, makePng } from '#server/media/testing/pictures.ts'
import { makeMp4 } from '#server/media/testing/videos.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { comment } from '../comments/table.ts'
import { post, postRank } from '../posts/table.ts'
import { softDeleteUploads } from './queries.ts'
import { upload } from './table.ts'

const t = await createTestApp()
const member = await createUser(t.db)
const friend = await createUser(t.db)
const home = await createCategory(t.db)
await joinCategory(t.db, member, home)
const api = await t.as(member)

const HOUR = 3_600_000
const later = (hours: number) => {
  t.clock.now = () => new Date(Date.now() + hours * HOUR)
}

async function clear(): Promise<void> {
  await addJob(t.db, 'clear_uploads', {})
  await runJobs(t.services)
}

let made = 20
const newImage = async (png = makePng((made += 1), 10)) =>
  (await api.uploads.image({ file: new File([png], 'a.png') })).url

async function filesOf(url: string, kind: 'image' | 'video' | 'message_image' = 'image'): Promise<boolean[]> {
  return Promise.all(keysOf({ kind, url }).map((key) => t.services.media.exists(key)))
}

const rowsOf = (url: string) => t.db.select().from(upload).where(eq(upload.url, url))

describe('unused uploads', () => {
  test('an unused upload is deleted after a day and not earlier', async () => {
    later(0)
    const url = await newImage(makePng(1_200, 10))
    later(23.5)
    await clear()
    expect(await filesOf(url)).toEqual([true, true, true])
    later(26)
    await clear()
    expect(await filesOf(url)).toEqual([false, false, false])
    expect(await rowsOf(url)).toEqual([])
    expect((await t.request(url)).status).toBe(404)
  })

  test('an upload cannot be used any more after it was soft-deleted', async () => {
    later(0)
    const url = await newImage()
    later(24.5)
    await clear()
    // Goes back to hour 0, when the login session was still valid; the upload stays soft-deleted.
    later(0)
    await expect(api.posts.create({ title: 'Za późno', category_id: home.id, image_url: url })).rejects.toMatchObject({
      status: 422,
    })
  })

  test('an unused upload keeps its file while another upload with the same file is used', async () => {
    later(0)
    const [url] = [await newImage(makePng(15, 10)), await newImage(makePng(15, 10))]
    await api.posts.create({ title: 'Z obrazem', category_id: home.id, image_url: url })
    later(26)
    await clear()
    expect(await filesOf(url)).toEqual([true])
    expect(await rowsOf(url)).toHaveLength(1)
    expect((await t.request(url)).status).toBe(200)
  })
})

describe('uploads used in content', () => {
  test('the job clear_uploads never deletes an upload that a post uses', async () => {
    later(0)
    const url = await newImage()
    await api.posts.create({ title: 'Z obrazem', category_id: home.id, image_url: url })
    later(24 * 365)
    await clear()
    expect(await filesOf(url)).toEqual([true])
  })

  test("the upload of a deleted post keeps its file until the post's row is deleted", async () => {
    later(0)
    const { url } = await api.uploads.video({ file: new File([makeMp4()], 'a.mp4') })
    const { id } = await api.posts.create({ title: 'Z filmem', category_id: home.id, video_url: url })
    await api.posts.remove({ post_id: id })
    later(48)
    await clear()
    expect(await filesOf(url, 'video')).toEqual([true, false])
    await t.db.transaction(async (tx) => {
      await tx.delete(postRank).where(eq(postRank.post_id, id))
      await tx.delete(post).where(eq(post.id, id))
      await softDeleteUploads(tx, [url], t.clock.now())
    })
    later(50)
    await clear()
    expect(await filesOf(url, 'video')).toEqual([false, false])
    expect(await rowsOf(url)).toEqual([])
  })

  test('the file of erased content stays while other content uses the file', async () => {
    later(0)
    const [url] = [await newImage(makePng(16, 10)), await newImage(makePng(16, 10))]
    const { id } = await api.posts.create({ title: 'Z obrazem', category_id: home.id, image_url: url })
    const reply = await api.comments.create({ post_id: id, image_url: url })
    await t.db.transaction(async (tx) => {
      await tx.update(comment).set({ image_url: null }).where(eq(comment.id, reply.id))
      await softDeleteUploads(tx, [url], t.clock.now())
    })
    later(2)
    await clear()
    expect(await filesOf(url)).toEqual([true])
    expect((await t.request(url)).status).toBe(200)
  })

  test('the picture of a private message is deleted with the message', async () => {
    later(0)
    const { image_url } = await api.uploads.messageImage({ image: new File([makeGif(20, 10)], 'a.gif') })
    await api.messages.send({ recipient_id: friend.id, content: 'Patrz', image_url })
    await (await t.as(friend)).messages.conversation({ username: member.username })
    expect(await filesOf(image_url, 'message_image')).toEqual([true, true])
    later(25)
    await addJob(t.db, 'expire_messages', {})
    await runJobs(t.services)
    later(27)
    await clear()
    expect(await filesOf(image_url, 'message_image')).toEqual([false, false])
    expect(await rowsOf(image_url)).toEqual([])
  })
})

describe('the job clear_uploads', () => {
  test('the job clear_uploads skips files that are being stored', async () => {
    later(0)
    const url = await newImage()
    await t.db.update(upload).set({ deleted_at: t.clock.now() }).where(eq(upload.url, url))
    await clear()
    expect(await filesOf(url)).toEqual([true])
  })

  test('the job clear_uploads can be repeated after a failure', async () => {
    later(0)
    const urls = [await newImage(), await newImage(), await newImage()]
    later(26)
    const { remove } = t.services.media
    t.services.media.remove = () => Promise.reject(new Error('The disk is away'))
    await expect(clear()).rejects.toThrow('The disk is away')
    expect(await t.db.select().from(upload).where(inArray(upload.url, urls))).toHaveLength(3)
    t.services.media.remove = remove
    await clear()
    await clear()
    expect(await t.db.select().from(upload).where(inArray(upload.url, urls))).toEqual([])
    expect((await Promise.all(urls.map((url) => filesOf(url)))).flat()).toEqual([false, false, false])
  })

  test('the job clear_uploads deletes temporary files older than a day', async () => {
    later(0)
    const folder = incomingFolder(t.config)
    await mkdir(folder, { recursive: true })
    await Bun.write(join(folder, 'old'), 'x')
    await Bun.write(join(folder, 'new'), 'x')
    const past = new Date(Date.now() - 30 * HOUR)
    await utimes(join(folder, 'old'), past, past)
    await clear()
    expect(await readdir(folder)).toEqual(['new'])
  })
})

test('an upload whose files could not all be stored is refused, and its files are deleted', async () => {
  later(0)
  const { put } = t.services.media
  const stored: string[] = []
  t.services.media.put = async (key, content) => {
    if (stored.length === 2) throw new Error('The disk is full')
    stored.push(key)
    await put(key, content)
  }
  const png = makePng(1_300, 10)
  await expect(newImage(png)).rejects.toMatchObject({ status: 500 })
  t.services.media.put = put
  expect(stored).toHaveLength(2)
  later(2)
  await clear()
  expect(await Promise.all(stored.map((key) => t.services.media.exists(key)))).toEqual([false, false])
})
