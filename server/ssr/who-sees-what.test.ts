import { expect, test } from 'bun:test'
import { holdContent, lockContent, type ContentRef } from '#server/features/moderation/index.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

/* Who can see a removed, a held and a locked post or comment. 'all': with its text; 'place': without its text; '-':
   not at all. For a writing call: 'yes', or the error code. */

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const [author, member, moderator, elsewhere] = [
  await createUser(t.db),
  await createUser(t.db),
  await createUser(t.db),
  await createUser(t.db),
]
const home = await createCategory(t.db, { creator: moderator })
await createCategory(t.db, { creator: elsewhere })
for (const user of [author, member]) await joinCategory(t.db, user, home)

const cookieOf = async (user: { id: number }) => ({ cookie: `session=${await t.bearerOf(user)}` })
const PEOPLE = {
  stranger: { api: await t.as(null), headers: {} },
  author: { api: await t.as(author), headers: await cookieOf(author) },
  member: { api: await t.as(member), headers: await cookieOf(member) },
  moderator: { api: await t.as(moderator), headers: await cookieOf(moderator) },
  elsewhere: { api: await t.as(elsewhere), headers: await cookieOf(elsewhere) },
  admin: { api: await t.as(null, { admin: ADMIN_PASSWORD }), headers: { 'x-admin-password': ADMIN_PASSWORD } },
}
type Person = (typeof PEOPLE)[keyof typeof PEOPLE]

/** A word that occurs in every text of the tested content. */
const WORD = 'kropelnik'

const { api: writer } = PEOPLE.author
const { api: reader } = PEOPLE.member
const { api: mod } = PEOPLE.moderator

let pictures = 0

async function makePost(state: string) {
  pictures += 1
  const { url } = await writer.uploads.image({ file: new File([Uint8Array.from(makePng(pictures, 10))], 'a.png') })
  const post = await writer.posts.create({
    title: `Znak ${WORD} ${state}`,
    content: `Treść ${WORD}`,
    category_id: home.id,
    image_url: url,
  })
  const comment = await reader.comments.create({ post_id: post.id, content: 'Zostaje odpowiedź' })
  await reader.saves.save({ post_id: post.id, saved: true })
  return { id: post.id, comment_id: comment.id, image_url: url }
}

async function makeComment() {
  const post = await reader.posts.create({ title: 'Zostaje wątek', category_id: home.id })
  const comment = await writer.comments.create({ post_id: post.id, content: `Odpowiedź ${WORD}` })
  return { id: comment.id, post_id: post.id }
}

const hold = (ref: ContentRef) =>
  t.db.transaction(async (tx) =>
    holdContent(tx, await lockContent(tx, ref), { reason_code: 'spam' }, { by: 'filter', now: new Date() }),
  )

const removed = await makePost('zdjęty')
const held = await makePost('wstrzymany')
const locked = await makePost('zamknięty')
const [removedComment, heldComment] = [await makeComment(), await makeComment()]
await mod.moderation.remove({ post_id: removed.id, reason_code: 'spam' })
await mod.moderation.remove({ comment_id: removedComment.id, reason_code: 'spam' })
await hold({ kind: 'post', id: held.id })
await hold({ kind: 'comment', id: heldComment.id })
await mod.moderation.lock({ post_id: locked.id, locked: true })

type Look = (person: Person) => Promise<unknown>
type Cell = 'all' | 'place' | '-'

/** Null or an error means that the content is missing. */
async function sightOf(look: Look, person: Person): Promise<Cell> {
  try {
    const seen = await look(person)
    if (seen === null || seen === undefined) return '-'
    return JSON.stringify(seen).includes(WORD) ? 'all' : 'place'
  } catch (error) {
    if ([401, 403, 404].includes((error as { status: number }).status)) return '-'
    throw error
  }
}

async function outcomeOf(call: Look, person: Person): Promise<string> {
  try {
    await call(person)
    return 'yes'
  } catch (error) {
    return (error as { code: string }).code
  }
}

async function tableOf(rows: Record<string, Look>, cellOf: typeof outcomeOf = sightOf): Promise<string> {
  const lines = [['', ...Object.keys(PEOPLE)]]
  for (const [name, look] of Object.entries(rows)) {
    const line = [name]
    for (const person of Object.values(PEOPLE)) line.push(await cellOf(look, person))
    lines.push(line)
  }
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return `\n${lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`
}

const byId = (rows: { id: number }[], id: number) => rows.find((row) => row.id === id)

/** Null if the page is not found or does not mention the content. */
const read = async (path: string, { headers }: Person, sign: string) => {
  const answer = await t.request(path, { headers })
  const text = await answer.text()
  return answer.status === 200 && text.includes(sign) ? text : null
}

const stream = async ({ headers }: Person, topic: string) => {
  const leave = new AbortController()
  const bearer = 'cookie' in headers ? { authorization: `Bearer ${headers.cookie.slice('session='.length)}` } : headers
  const answer = await t.request(`/api/events?topics=${topic}`, { headers: bearer, signal: leave.signal })
  leave.abort()
  return answer.status === 200 ? topic : null
}

const viewsOfPost = ({ id, comment_id, image_url }: typeof removed): Record<string, Look> => ({
  post: ({ api }) => api.posts.get({ post_id: id }),
  'its comments': async ({ api }) => byId((await api.comments.list({ post_id: id })).comments, comment_id),
  'context of a comment': async ({ api }) => (await api.comments.context({ comment_id })).post,
  history: ({ api }) => api.history.post({ post_id: id }),
  feed: async ({ api }) => byId((await api.posts.list({ limit: 100 })).posts, id),
  'feed of the community': async ({ api }) => byId((await api.posts.list({ category: home.name })).posts, id),
  'posts of the author': async ({ api }) => byId((await api.posts.list({ author: author.username })).posts, id),
  'profile of the author': async ({ api }) =>
    byId((await api.users.get({ username: author.username })).recent_posts, id),
  search: async ({ api }) => byId((await api.posts.search({ q: WORD })).posts, id),
  'search with operators': async ({ api }) =>
    (await api.search.find({ q: `title:${WORD}`, type: 'posts' })).results.find(
      ({ item }) => 'id' in item && item.id === id,
    ),
  saved: async ({ api }) => byId((await api.posts.saved()).posts, id),
  page: (person) => read(`/post/${id}`, person, `/post/${id}`),
  'page of the community': (person) => read(`/r/${home.name}`, person, `/post/${id}`),
  Atom: (person) => read('/feed.xml', person, `/post/${id}`),
  'Atom of the community': (person) => read(`/r/${home.name}/feed.xml`, person, `/post/${id}`),
  sitemap: (person) => read('/sitemap-posts-1.xml', person, `/post/${id}<`),
  picture: async ({ headers }) => ((await t.request(image_url, { headers })).status === 200 ? WORD : null),
  stream: (person) => stream(person, `post:${id}`),
  log: async ({ api }) =>
    (await api.decisions.ofCategory({ category_id: home.id })).entries.find(
      ({ target }) => target.type === 'post' && target.id === id,
    ),
  'own decisions': async ({ api }) =>
    (await api.decisions.mine()).decisions.find(({ target }) => target.type === 'post' && target.id === id),
  queue: async ({ api }) =>
    (await api.queue.list()).items.find(({ target }) => target.type === 'post' && target.id === id),
  panel: async ({ api }) => byId((await api.admin.posts()).posts, id),
})

const writesOfPost = ({ id, comment_id }: typeof removed): Record<string, Look> => ({
  vote: ({ api }) => api.votes.post({ post_id: id, value: 1 }),
  'comment +1': ({ api }) => api.votes.comment({ comment_id, value: 1 }),
  comment: ({ api }) => api.comments.create({ post_id: id, content: 'Piszę' }),
  reply: ({ api }) => api.comments.create({ post_id: id, parent_id: comment_id, content: 'Piszę' }),
  edit: ({ api }) => api.posts.edit({ post_id: id, content: `Inaczej ${WORD}` }),
  save: ({ api }) => api.saves.save({ post_id: id, saved: true }),
  visit: ({ api }) => api.reading.visit({ post_id: id }),
  report: ({ api }) => api.reports.create({ post_id: id, reason: 'Źle' }),
  pin: ({ api }) => api.moderation.pin({ post_id: id, pinned: true }),
})

const viewsOfComment = ({ id, post_id }: typeof removedComment): Record<string, Look> => ({
  comments: async ({ api }) => byId((await api.comments.list({ post_id })).comments, id),
  context: async ({ api }) => byId((await api.comments.context({ comment_id: id })).comments, id),
  history: ({ api }) => api.history.comment({ comment_id: id }),
  'comments of the author': async ({ api }) =>
    byId((await api.users.comments({ username: author.username })).comments, id),
  'profile of the author': async ({ api }) =>
    byId((await api.users.get({ username: author.username })).recent_comments, id),
  search: async ({ api }) =>
    (await api.search.find({ q: WORD, type: 'comments' })).results.find(({ item }) => 'id' in item && item.id === id),
  page: (person) => read(`/post/${post_id}`, person, `comment-${id}`),
  log: async ({ api }) =>
    (await api.decisions.ofCategory({ category_id: home.id })).entries.find(
      ({ target }) => target.type === 'comment' && target.id === id,
    ),
  'own decisions': async ({ api }) =>
    (await api.decisions.mine()).decisions.find(({ target }) => target.type === 'comment' && target.id === id),
  queue: async ({ api }) =>
    (await api.queue.list()).items.find(({ target }) => target.type === 'comment' && target.id === id),
})

const writesOfComment = ({ id, post_id }: typeof removedComment): Record<string, Look> => ({
  vote: ({ api }) => api.votes.comment({ comment_id: id, value: 1 }),
  reply: ({ api }) => api.comments.create({ post_id, parent_id: id, content: 'Piszę' }),
  edit: ({ api }) => api.comments.edit({ comment_id: id, content: `Inaczej ${WORD}` }),
  report: ({ api }) => api.reports.create({ comment_id: id, reason: 'Źle' }),
})

test('MOD-1 a table lists which kinds of readers can see and change a removed post', async () => {
  expect(await tableOf(viewsOfPost(removed))).toBe(`
                       stranger  author  member  moderator  elsewhere  admin
post                   place     all     place   all        place      all
its comments           place     place   place   place      place      place
context of a comment   place     all     place   all        place      all
history                place     place   place   place      place      place
feed                   -         -       -       -          -          -
feed of the community  -         -       -       -          -          -
posts of the author    -         -       -       -          -          -
profile of the author  -         -       -       -          -          -
search                 -         -       -       -          -          -
search with operators  -         -       -       -          -          -
saved                  -         -       -       -          -          -
page                   place     all     place   all        place      place
page of the community  -         -       -       -          -          -
Atom                   -         -       -       -          -          -
Atom of the community  -         -       -       -          -          -
sitemap                -         -       -       -          -          -
picture                -         all     -       all        -          all
stream                 place     place   place   place      place      place
log                    place     place   place   all        place      all
own decisions          -         all     -       -          -          -
queue                  -         -       -       -          -          -
panel                  -         -       -       -          -          -
`)
  expect(await tableOf(writesOfPost(removed), outcomeOf)).toBe(`
            stranger          author          member          moderator       elsewhere       admin
vote        not_signed_in     removed         removed         removed         removed         not_signed_in
comment +1  not_signed_in     removed         removed         removed         removed         not_signed_in
comment     not_signed_in     removed         removed         removed         removed         not_signed_in
reply       not_signed_in     removed         removed         removed         removed         not_signed_in
edit        not_signed_in     removed         forbidden       forbidden       forbidden       not_signed_in
save        not_signed_in     yes             yes             yes             yes             not_signed_in
visit       not_signed_in     yes             yes             yes             yes             not_signed_in
report      not_signed_in     post_not_found  post_not_found  post_not_found  post_not_found  not_signed_in
pin         admin_credential  not_staff       not_staff       removed         not_staff       removed
`)
})

test('MOD-2 a table lists which kinds of readers can see and change a post held for review', async () => {
  expect(await tableOf(viewsOfPost(held))).toBe(`
                       stranger  author  member  moderator  elsewhere  admin
post                   -         all     -       all        -          all
its comments           -         place   -       place      -          place
context of a comment   -         -       -       -          -          -
history                -         -       -       -          -          -
feed                   -         -       -       -          -          -
feed of the community  -         -       -       -          -          -
posts of the author    -         -       -       -          -          -
profile of the author  -         -       -       -          -          -
search                 -         -       -       -          -          -
search with operators  -         -       -       -          -          -
saved                  -         -       -       -          -          -
page                   -         all     -       all        -          -
page of the community  -         -       -       -          -          -
Atom                   -         -       -       -          -          -
Atom of the community  -         -       -       -          -          -
sitemap                -         -       -       -          -          -
picture                -         all     -       all        -          all
stream                 -         place   -       place      -          place
log                    -         -       -       all        -          all
own decisions          -         all     -       -          -          -
queue                  -         -       -       all        -          all
panel                  -         -       -       -          -          -
`)
  expect(await tableOf(writesOfPost(held), outcomeOf)).toBe(`
            stranger          author             member             moderator          elsewhere          admin
vote        not_signed_in     post_not_found     post_not_found     post_not_found     post_not_found     not_signed_in
comment +1  not_signed_in     comment_not_found  comment_not_found  comment_not_found  comment_not_found  not_signed_in
comment     not_signed_in     post_not_found     post_not_found     post_not_found     post_not_found     not_signed_in
reply       not_signed_in     post_not_found     post_not_found     post_not_found     post_not_found     not_signed_in
edit        not_signed_in     yes                forbidden          forbidden          forbidden          not_signed_in
save        not_signed_in     post_not_found     post_not_found     post_not_found     post_not_found     not_signed_in
visit       not_signed_in     post_not_found     post_not_found     post_not_found     post_not_found     not_signed_in
report      not_signed_in     post_not_found     post_not_found     post_not_found     post_not_found     not_signed_in
pin         admin_credential  not_staff          not_staff          yes                not_staff          already_so
`)
})

test('MOD-2 a table lists which kinds of readers can see and change a locked post', async () => {
  expect(await tableOf(viewsOfPost(locked))).toBe(`
                       stranger  author  member  moderator  elsewhere  admin
post                   all       all     all     all        all        all
its comments           place     place   place   place      place      place
context of a comment   all       all     all     all        all        all
history                place     place   place   place      place      place
feed                   all       all     all     all        all        all
feed of the community  all       all     all     all        all        all
posts of the author    all       all     all     all        all        all
profile of the author  all       all     all     all        all        all
search                 all       all     all     all        all        all
search with operators  all       all     all     all        all        all
saved                  -         -       all     -          -          -
page                   all       all     all     all        all        all
page of the community  all       all     all     all        all        all
Atom                   all       all     all     all        all        all
Atom of the community  all       all     all     all        all        all
sitemap                place     place   place   place      place      place
picture                all       all     all     all        all        all
stream                 place     place   place   place      place      place
log                    all       all     all     all        all        all
own decisions          -         all     -       -          -          -
queue                  -         -       -       -          -          -
panel                  -         -       -       all        -          all
`)
  expect(await tableOf(writesOfPost(locked), outcomeOf)).toBe(`
            stranger          author     member     moderator  elsewhere  admin
vote        not_signed_in     yes        yes        yes        yes        not_signed_in
comment +1  not_signed_in     yes        yes        yes        yes        not_signed_in
comment     not_signed_in     locked     locked     yes        locked     not_signed_in
reply       not_signed_in     locked     locked     yes        locked     not_signed_in
edit        not_signed_in     yes        forbidden  forbidden  forbidden  not_signed_in
save        not_signed_in     yes        yes        yes        yes        not_signed_in
visit       not_signed_in     yes        yes        yes        yes        not_signed_in
report      not_signed_in     yes        yes        yes        yes        not_signed_in
pin         admin_credential  not_staff  not_staff  yes        not_staff  already_so
`)
})

test('MOD-1 a table lists which kinds of readers can see and change a removed comment', async () => {
  expect(await tableOf(viewsOfComment(removedComment))).toBe(`
                        stranger  author  member  moderator  elsewhere  admin
comments                place     all     place   all        place      all
context                 place     all     place   all        place      all
history                 place     place   place   place      place      place
comments of the author  -         -       -       -          -          -
profile of the author   -         -       -       -          -          -
search                  -         -       -       -          -          -
page                    place     all     place   all        place      place
log                     place     place   place   all        place      all
own decisions           -         all     -       -          -          -
queue                   -         -       -       -          -          -
`)
  expect(await tableOf(writesOfComment(removedComment), outcomeOf)).toBe(`
        stranger       author             member             moderator          elsewhere          admin
vote    not_signed_in  removed            removed            removed            removed            not_signed_in
reply   not_signed_in  removed            removed            removed            removed            not_signed_in
edit    not_signed_in  removed            forbidden          forbidden          forbidden          not_signed_in
report  not_signed_in  comment_not_found  comment_not_found  comment_not_found  comment_not_found  not_signed_in
`)
})

test('MOD-2 a table lists which kinds of readers can see and change a comment held for review', async () => {
  expect(await tableOf(viewsOfComment(heldComment))).toBe(`
                        stranger  author  member  moderator  elsewhere  admin
comments                -         all     -       all        -          all
context                 -         all     -       all        -          all
history                 -         -       -       -          -          -
comments of the author  -         -       -       -          -          -
profile of the author   -         -       -       -          -          -
search                  -         -       -       -          -          -
page                    -         all     -       all        -          -
log                     -         -       -       all        -          all
own decisions           -         all     -       -          -          -
queue                   -         -       -       all        -          all
`)
  expect(await tableOf(writesOfComment(heldComment), outcomeOf)).toBe(`
        stranger       author             member             moderator          elsewhere          admin
vote    not_signed_in  comment_not_found  comment_not_found  comment_not_found  comment_not_found  not_signed_in
reply   not_signed_in  comment_not_found  comment_not_found  comment_not_found  comment_not_found  not_signed_in
edit    not_signed_in  yes                forbidden          forbidden          forbidden          not_signed_in
report  not_signed_in  comment_not_found  comment_not_found  comment_not_found  comment_not_found  not_signed_in
`)
})
