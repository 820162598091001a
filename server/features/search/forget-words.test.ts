import { describe, expect, test } from 'bun:test'
import { eq, inArray, sql } from 'drizzle-orm'
import { addJob } from '#server/jobs/add.ts'
import { createTestApp } from '#server/test/app.ts'
import { createComment, createPost, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { comment } from '../comments/table.ts'
import { post } from '../posts/table.ts'
import { lostWord, searchWord } from './table.ts'

const t = await createTestApp()

async function known(...words: string[]): Promise<string[]> {
  return (await t.db.select().from(searchWord).where(inArray(searchWord.word, words)).orderBy(searchWord.word)).map(
    ({ word }) => word,
  )
}

async function forget(later = 0): Promise<void> {
  t.clock.now = () => new Date(Date.now() + later)
  await addJob(t.db, 'forget_words', {})
  await runJobs(t.services)
  t.clock.now = () => new Date()
}

const LATER = 11 * 60_000

describe('deleting words from the vocabulary', () => {
  test('a word that edits removed from all texts is deleted from the vocabulary', async () => {
    // Deletes the lost words of other tests, because one run of the job checks only a limited number of words.
    await t.db.delete(lostWord)
    const author = await createUser(t.db)
    const api = await t.as(author)
    const written = await createPost(t.db, {
      author,
      title: 'Wakacje',
      content: 'Mój adres: Gzegzolkowo, ulica Pomidorowa',
    })
    const said = await createComment(t.db, { author, post: written, content: 'Telefon do Brzeczyszczykiewicza' })
    await createComment(t.db, { content: 'Zupa pomidorowa' })
    const words = ['gzegzolkowo', 'pomidorowa', 'brzeczyszczykiewicza', 'wakacje', 'usuniete']
    await api.posts.edit({ post_id: written.id, content: 'Usunięte' })
    await api.comments.edit({ comment_id: said.id, content: 'Usunięte' })
    expect(await known(...words)).toEqual(words.toSorted())
    await forget()
    expect(await known(...words)).toEqual(['pomidorowa', 'usuniete', 'wakacje'])
    await forget(LATER)
    expect(await known(...words)).toEqual(['pomidorowa', 'usuniete', 'wakacje'])
    expect(await t.db.$count(lostWord)).toBe(0)
  })

  test('a deleted word returns to the vocabulary with the next text that contains it', async () => {
    const written = await createPost(t.db, { content: 'Kalarepa' })
    await t.db.update(post).set({ content: 'Nic' }).where(eq(post.id, written.id))
    await forget()
    expect(await known('kalarepa')).toEqual([])
    await createComment(t.db, { content: 'Jednak kalarepa' })
    await forget(LATER)
    expect(await known('kalarepa')).toEqual(['kalarepa'])
  })

  test('a word used again while a job deletes it returns to the vocabulary with a later run of the job', async () => {
    const written = await createPost(t.db, { content: 'Topinambur' })
    const other = await createPost(t.db, { content: 'Coś' })
    await t.db.update(post).set({ content: 'Nic' }).where(eq(post.id, written.id))
    await t.db.transaction(async (tx) => {
      await tx.update(post).set({ content: 'Topinambur' }).where(eq(post.id, other.id))
      await forget()
    })
    expect(await known('topinambur')).toEqual([])
    await forget(LATER)
    expect(await known('topinambur')).toEqual(['topinambur'])
    expect(await t.db.$count(lostWord, eq(lostWord.word, 'topinambur'))).toBe(0)
  })

  test('an edit that keeps a word leaves it in the vocabulary, and restoring a post restores its words', async () => {
    const written = await createPost(t.db, { title: 'Rabarbar', content: 'Rabarbar' })
    const said = await createComment(t.db, { content: 'Rabarbar' })
    await t.db.update(post).set({ content: 'rabarbar!' }).where(eq(post.id, written.id))
    await t.db.update(comment).set({ content: 'rabarbar!' }).where(eq(comment.id, said.id))
    expect(await t.db.$count(lostWord, eq(lostWord.word, 'rabarbar'))).toBe(0)
    await t.db.update(post).set({ deleted_at: new Date() }).where(eq(post.id, written.id))
    await t.db.execute(sql`delete from search_word where word = 'rabarbar'`)
    await t.db.update(post).set({ deleted_at: null }).where(eq(post.id, written.id))
    expect(await known('rabarbar')).toEqual(['rabarbar'])
  })

  test('the job that deletes unused words checks at most a thousand words in each run', async () => {
    const letters = (n: number) => [...String(n).padStart(4, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const words = Array.from({ length: 1_500 }, (_, at) => `zzz${letters(at)}`)
    const written = await createPost(t.db, { content: words.join(' ') })
    await t.db.update(post).set({ content: 'Nic' }).where(eq(post.id, written.id))
    await forget()
    expect(await known(...words)).toHaveLength(500)
    await forget()
    expect(await known(...words)).toHaveLength(0)
  })
})
