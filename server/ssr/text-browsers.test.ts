import { afterAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { comment } from '#server/features/comments/table.ts'
import { vote } from '#server/features/votes/table.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { openLynx } from '#server/test/forms/lynx.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const PASSWORD = 'Correct-horse-7'
const served = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request, server) => t.app.fetch(request, server) })
afterAll(() => served.stop(true))
const origin = `http://127.0.0.1:${served.port}`

const author = await createUser(t.db)
const category = await createCategory(t.db, { creator: author, name: 'ogrody' })
const post = await createPost(t.db, { author, category, title: 'Kiedy siać marchew?' })
await createComment(t.db, { author, post, content: 'Najlepiej w maju.' })

const isMissing = (name: string) => Bun.which(name) === null
for (const name of ['w3m', 'lynx']) if (isMissing(name)) console.log(`Without ${name} its tests are skipped`)

for (const name of ['w3m', 'lynx'])
  test.skipIf(isMissing(name))(
    `FORM-4 feed, thread and profile are readable in ${name}, with neighbouring words separated`,
    async () => {
      async function dump(path: string): Promise<string> {
        const shown = await Bun.$`${name} -dump ${origin}${path}`.env({ ...process.env, LANG: 'C.UTF-8' }).text()
        return shown.replace(/\[\d+\]|\((BUTTON|hot|new|top)\)/g, '')
      }
      const feed = await dump('/')
      expect(feed).toContain('Kiedy siać marchew?')
      expect(feed).toMatch(/Polityka prywatności\s+Zgłoś treść/)
      expect(feed).toMatch(/O\s+r\/ogrody\s/)
      expect(feed).toMatch(/Zaloguj się\s+Zarejestruj się/)
      expect(feed).toMatch(/Ciemny motyw\s+EN\s/)
      expect(feed).toMatch(/Popularne\s+Najnowsze\s+Najlepsze\s/)
      const thread = await dump(`/post/${post.id}`)
      expect(thread).toMatch(/Głosuj za\s+0\s/)
      expect(thread).toContain('Najlepiej w maju.')
      expect(thread).toMatch(new RegExp(`Komentarz:\\s+${author.username}\\s+autor\\s`))
      const profile = await dump(`/u/${author.username}`)
      expect(profile).toMatch(/\s0\s+karma\s+0\s+obserwujących\s+0\s+obserwowanych/)
      expect(profile).toMatch(/Posty\s+1\s+Komentarze\s+1\s/)
    },
  )

test.skipIf(isMissing('lynx'))('FORM-4 a member signs in, votes and writes with the keys of lynx', async () => {
  const member = await createUser(t.db, { password: PASSWORD })
  await joinCategory(t.db, member, category)
  const lynx = await openLynx(`${origin}/login?next=/post/${post.id}`)
  try {
    await lynx.until('Witaj ponownie')
    lynx.keys('/Nazwa u\r')
    await lynx.until('Enter text into the field')
    // The four tabs skip the show-password button, the checkbox and the link.
    lynx.keys(`${member.username}\t${PASSWORD}\t\t\t\t`)
    await lynx.until('Form submit button')
    lynx.keys('\r')
    await lynx.until('Zalogowano.')
    lynx.keys('/osuj za\r')
    await lynx.until('Form submit button')
    lynx.keys('\r')
    await lynx.until('jest zapisany')
    lynx.keys('/Spoiler\r')
    await lynx.until('Script button')
    await lynx.tabTo('extarea')
    lynx.keys('Pisane w terminalu\t')
    await lynx.until('terminalu')
    lynx.keys('/Skomentuj\r')
    await lynx.until('Form submit button')
    lynx.keys('\r')
    await lynx.until('Komentarz dodany')
  } finally {
    await lynx.end()
  }
  expect(await t.db.$count(vote, eq(vote.user_id, member.id))).toBe(1)
  const own = and(eq(comment.author_id, member.id), eq(comment.content, 'Pisane w terminalu'))
  expect(await t.db.$count(comment, own)).toBe(1)
})
