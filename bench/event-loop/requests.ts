import { sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import { calls } from '#server/http/api.ts'
import { contentFilter } from '#server/features/moderation/tables.ts'
import type { Db } from '#server/db/driver/client.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { fieldsOf } from '#server/test/fuzz/schema-values.ts'
import { ADMIN_PASSWORD } from '#server/test/open-app.ts'
import { COSTLY_TEXTS } from '#server/markdown/testing/costly-texts.ts'
import { costlyText, fullSet } from '../filter-set.ts'

export type Held = { call: string; text: string; status: number; kB: number; worst: number; median: number }

type Member = { id: number; username: string }

type Run = {
  db: Db
  origin: string
  member: Member
  other: Member
  signIn: (member: Member) => Promise<string>
  /** Milliseconds of the longest turn of the server's event loop since the last call. */
  takeHeld: () => Promise<number>
  /** Only that part, and calls and texts whose names hold these; '' for all. */
  part: string
  call: string
  text: string
  repeats: number
  note: (row: Held) => void
}

type Sent = { method?: string; path: string; json?: unknown; body?: string; headers?: Record<string, string> }

/**
 * A thread as large as a page of comments can show: 20 top-level comments with 10 replies each, those with further
 * ones.
 */
const TOPS = 100
const REPLIES = 10
const ROUTE_WARM_UPS = 20
/** Sends bodies that are no text of a field. */
const MEBIBYTE = 1_048_576

export async function runRequests({
  db,
  origin,
  member,
  other,
  signIn,
  takeHeld,
  part,
  call: callFilter,
  text: textFilter,
  repeats,
  note,
}: Run): Promise<void> {
  const bearer = await signIn(member)
  const home = await createCategory(db, { creator: member })
  await joinCategory(db, other, home)
  let filteredHome: Awaited<ReturnType<typeof createFilteredHome>> | null = null
  const isPart = (name: string) => part === '' || part === name
  let unique = 0

  async function send({ method = 'GET', path, json, body, headers = {} }: Sent) {
    const answer = await fetch(origin + path, {
      method,
      redirect: 'manual',
      body: json === undefined ? body : JSON.stringify(json),
      headers: {
        authorization: `Bearer ${bearer}`,
        'x-admin-password': ADMIN_PASSWORD,
        'content-type': 'application/json',
        ...headers,
      },
    })
    return { status: answer.status, bytes: await answer.bytes() }
  }

  async function measure(call: string, text: string, request: (at: number) => Sent): Promise<Uint8Array | null> {
    if (!call.includes(callFilter) || !text.includes(textFilter)) return null
    const times: number[] = []
    let last: Awaited<ReturnType<typeof send>> | null = null
    for (let at = 0; at < repeats; at += 1) {
      const sent = request((unique += 1))
      await takeHeld()
      last = await send(sent)
      times.push(await takeHeld())
    }
    times.sort((a, b) => a - b)
    note({
      call,
      text,
      status: last!.status,
      kB: Math.round(last!.bytes.length / 1_000),
      worst: times.at(-1)!,
      median: times[times.length >> 1]!,
    })
    return last!.bytes
  }

  /** Null for a text that is refused, such as a blank one. */
  const created = async (sent: Sent) => {
    const { status, bytes } = await send(sent)
    return status === 201 ? (JSON.parse(new TextDecoder().decode(bytes)) as { id: number }).id : null
  }
  const newPost = (content: string): Sent => ({
    method: 'POST',
    path: '/api/posts',
    json: { title: 'Tytuł', content, category_id: home.id },
  })
  const newComment = (post_id: number, content: string, parent_id?: number): Sent => ({
    method: 'POST',
    path: '/api/comments',
    json: { post_id, parent_id, content },
  })
  /** A visitor's page that no cache holds. */
  const page = (path: string, at: number, query: Record<string, string> = {}): Sent => ({
    path: `${path}?${new URLSearchParams({ ...query, x: String(at) })}`,
    headers: { authorization: '', 'accept-encoding': 'br' },
  })
  const memberPage = (path: string): Sent => ({
    path,
    headers: { authorization: '', cookie: `session=${bearer}`, 'accept-encoding': 'br' },
  })

  const ordinary = (await created(newPost(COSTLY_TEXTS['an ordinary text']!(4_000))))!
  const ordinaryComment = await created(newComment(ordinary, 'Zwykły komentarz.'))
  for (let at = 0; at < ROUTE_WARM_UPS; at += 1) {
    for (const path of [`/post/${ordinary}`, '/', `/u/${member.username}`, '/feed.xml']) await send(page(path, -1 - at))
    await send(newPost(COSTLY_TEXTS['an ordinary text']!(4_000)))
    await send(newComment(ordinary, COSTLY_TEXTS['an ordinary text']!(4_000)))
    await send({ path: `/api/comments?post_id=${ordinary}` })
    await send({ path: '/api/admin/reports' })
  }

  const texts = Object.entries(COSTLY_TEXTS).filter(([name]) => name.includes(textFilter))
  for (const [name, make] of isPart('writes') ? texts : []) {
    const id = (await created(newPost(make(LIMITS.postText)))) ?? ordinary
    const commentId = (await created(newComment(ordinary, make(LIMITS.comment)))) ?? ordinaryComment
    await measure('posts.create', name, () => newPost(make(LIMITS.postText)))
    await measure('posts.edit', name, (at) => ({
      method: 'PATCH',
      path: `/api/posts/${id}`,
      json: { content: (at % 2 === 0 ? '' : 'x') + make(LIMITS.postText - 1) },
    }))
    await measure('posts.get', name, () => ({ path: `/api/posts/${id}` }))
    await measure('page of a post, visitor', name, (at) => page(`/post/${id}`, at))
    await measure('page of a post, member', name, () => memberPage(`/post/${id}`))
    await measure('comments.create', name, () => newComment(id, make(LIMITS.comment)))
    await measure('comments.edit', name, (at) => ({
      method: 'PATCH',
      path: `/api/comments/${commentId}`,
      json: { content: (at % 2 === 0 ? '' : 'x') + make(LIMITS.comment - 1) },
    }))
    await measure('messages.send', name, () => ({
      method: 'POST',
      path: '/api/messages',
      json: { recipient_id: other.id, content: make(LIMITS.message) },
    }))
    await measure('users.editMe', name, () => ({
      method: 'PATCH',
      path: '/api/users/me',
      json: { bio: make(LIMITS.bio) },
    }))
    await measure('streams.create', name, () => ({
      method: 'POST',
      path: '/api/streams',
      json: { title: make(300), description: make(2_000), url: 'https://a.example' },
    }))
    for (const path of ['/api/posts/search', '/api/users/search']) {
      await measure(path, name, () => ({
        path: `${path}?q=${encodeURIComponent(make(LIMITS.searchQuery).toWellFormed())}`,
      }))
    }
    await measure('page of a search', name, (at) => ({
      path: `/search?q=${encodeURIComponent(make(LIMITS.searchQuery).toWellFormed())}&x=${at}`,
    }))
    for (const path of ['users', 'posts', 'categories']) {
      await measure(`admin.${path}`, name, () => ({
        path: `/api/admin/${path}?search=${encodeURIComponent(make(LIMITS.searchQuery).toWellFormed())}`,
      }))
    }
  }

  const filtered = [
    ...texts,
    ...[['words of filters', costlyText] as const].filter(([name]) => name.includes(textFilter)),
  ]
  for (const [name, make] of isPart('filters') ? filtered : []) await writeFiltered(name, make)

  /** In a community with as many filters as there may be, without the credential that exempts from them. */
  async function writeFiltered(name: string, make: (length: number) => string): Promise<void> {
    const place = (filteredHome ??= await createFilteredHome())
    const headers = { 'x-admin-password': '' }
    const write = (content: string): Sent => ({
      ...newPost(content),
      json: { title: 'Tytuł', content, category_id: place.id },
      headers,
    })
    const id = await created(write(make(LIMITS.postText)))
    if (id === null) return
    await measure('posts.create, 50 filters', name, () => write(make(LIMITS.postText)))
    await measure('posts.edit, 50 filters', name, (at) => ({
      method: 'PATCH',
      path: `/api/posts/${id}`,
      json: { content: (at % 2 === 0 ? '' : 'x') + make(LIMITS.postText - 1) },
      headers,
    }))
    await measure('comments.create, 50 filters', name, () => ({
      ...newComment(place.post_id, make(LIMITS.comment)),
      headers,
    }))
    await measure('filters.test', name, (at) => ({
      method: 'POST',
      path: '/api/moderation/filters/test',
      json: {
        category_id: place.id,
        days: 7,
        match: { any: [...fullSet()[at % 11]!.any!.slice(0, 19), { field: 'links', op: 'is', value: at }] },
      },
    }))
  }

  async function createFilteredHome() {
    const made = await createCategory(db, { creator: other })
    await joinCategory(db, member, made)
    await db
      .insert(contentFilter)
      .values(
        fullSet().map((match) => ({
          category_id: made.id,
          name: 'Filtr',
          is_enabled: true,
          action: 'hold' as const,
          match,
        })),
      )
    return { id: made.id, post_id: (await createPost(db, { author: other, category: made })).id }
  }

  for (const [name, make] of isPart('lists') ? texts : []) await readLists(name, make)

  async function readLists(name: string, make: (length: number) => string): Promise<void> {
    const author = await createUser(db)
    const reader = await createUser(db)
    const authorBearer = await signIn(author)
    const as = { authorization: `Bearer ${authorBearer}` }
    await joinCategory(db, author, home)
    const postId = await created({ ...newPost(make(LIMITS.postText)), headers: as })
    const first = postId && (await created({ ...newComment(postId, make(LIMITS.comment)), headers: as }))
    if (!postId || !first) return
    await db.execute(sql`
      insert into comment (post_id, author_id, depth, is_nsfw, content, content_html, excerpt, renderer_version)
      select post_id, author_id, depth, is_nsfw, content, content_html, excerpt, renderer_version from comment,
        generate_series(1, ${TOPS - 1}) where id = ${first}`)
    await db.execute(sql`
      insert into comment (post_id, parent_id, author_id, depth, is_nsfw, content, content_html, excerpt,
        renderer_version)
      select c.post_id, c.id, c.author_id, 2, c.is_nsfw, c.content, c.content_html, c.excerpt, c.renderer_version
      from comment c, generate_series(1, ${REPLIES}) where c.post_id = ${postId} and c.parent_id is null`)
    await db.execute(sql`update comment set reply_count = ${REPLIES} where post_id = ${postId} and parent_id is null`)
    await db.execute(sql`update post_rank set comment_count = ${TOPS * (REPLIES + 1)} where post_id = ${postId}`)
    await db.execute(sql`
      insert into message (sender_id, recipient_id, content) select ${author.id}, ${reader.id}, content from comment
        where id = ${first}`)
    await db.execute(sql`
      insert into message (sender_id, recipient_id, content)
      select sender_id, recipient_id, content from message, generate_series(1, 99) where sender_id = ${author.id}`)
    await db.execute(sql`
      insert into report (reporter_id, comment_id, scope_category_id, reason)
      select ${reader.id}, id, ${home.id}, ${make(LIMITS.reportReason).toWellFormed().replaceAll('\0', '')}
        from comment where post_id = ${postId} and parent_id is null`)
    const readerBearer = await signIn(reader)
    const session = { authorization: '', cookie: `session=${readerBearer}`, 'accept-encoding': 'br' }

    await measure('comments.list', name, () => ({ path: `/api/comments?post_id=${postId}` }))
    await measure('comments.list, limit 100', name, () => ({ path: `/api/comments?post_id=${postId}&limit=100` }))
    await measure('page of a thread, visitor', name, (at) => page(`/post/${postId}`, at))
    await measure('page of a thread, member', name, () => ({ path: `/post/${postId}`, headers: session }))
    await measure('users.get', name, () => ({ path: `/api/users/${author.username}` }))
    await measure('users.comments, limit 100', name, () => ({
      path: `/api/users/${author.username}/comments?limit=100`,
    }))
    await measure('page of a profile', name, (at) => page(`/u/${author.username}`, at))
    await measure('page of a profile, comments', name, (at) => ({
      path: `/u/${author.username}?tab=comments&x=${at}`,
      headers: { authorization: '' },
    }))
    await measure('messages.conversation, limit 100', name, () => ({
      path: `/api/messages/conversation/${author.username}?limit=100&peek=true`,
      headers: { authorization: `Bearer ${readerBearer}` },
    }))
    await measure('page of a conversation', name, () => ({ path: `/messages/${author.username}`, headers: session }))
    await measure('page of conversations', name, () => ({ path: '/messages', headers: session }))
    await measure('admin.reports', name, () => ({ path: '/api/admin/reports' }))
    await measure('admin.reports, limit 100', name, () => ({ path: '/api/admin/reports?limit=100' }))
    await db.execute(sql`update post_rank set created_at = now(), upvotes = 1000 where post_id = ${postId}`)
    await measure('posts.list', name, () => ({ path: '/api/posts?limit=100&sort=new' }))
    await measure('page of the feed', name, (at) => page('/', at))
    await measure('feed.xml', name, () => ({ path: '/feed.xml' }))
    await measure('admin.databaseTable post', name, () => ({ path: '/api/admin/database/table/post?limit=100' }))
    await measure('admin.databaseTable comment', name, () => ({ path: '/api/admin/database/table/comment?limit=100' }))
  }

  for (const [name, make] of isPart('searches') ? texts : []) await readFound(name, make)

  /** A hundred long posts and comments that are found by a word at their ends. */
  async function readFound(name: string, make: (length: number) => string): Promise<void> {
    const word = `znalezisko${(unique += 1)}`
    const postId = await created(newPost(`${make(LIMITS.postText - 40)}\n\n${word}`))
    const commentId = postId && (await created(newComment(postId, `${make(LIMITS.comment - 40)}\n\n${word}`)))
    if (!postId || !commentId) return
    await db.execute(sql`
      with added as (
        insert into post (category_id, author_id, title, content, content_html, excerpt, renderer_version)
        select category_id, author_id, title, content, content_html, excerpt, renderer_version from post,
          generate_series(2, 100) where id = ${postId}
        returning id, category_id, author_id, created_at
      )
      insert into post_rank (post_id, category_id, author_id, created_at, is_nsfw) select id, category_id, author_id,
        created_at, false from added`)
    await db.execute(sql`
      insert into comment (post_id, author_id, depth, is_nsfw, content, content_html, excerpt, renderer_version)
      select post_id, author_id, depth, is_nsfw, content, content_html, excerpt, renderer_version from comment,
        generate_series(2, 100) where id = ${commentId}`)
    for (const type of ['posts', 'comments']) {
      await measure(`search.find ${type}, limit 100`, name, (at) => ({
        path: `/api/search?q=${word}&type=${type}&limit=100&sort=${at % 2 === 0 ? 'new' : 'top'}`,
      }))
      await measure(`page of a search, ${type}`, name, (at) => page('/search', at, { q: word, tab: type }))
    }
  }

  const bodies: Record<string, string> = {
    'nested arrays': `{"content":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    'nested objects': `{"content":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
    'many keys': `{${Array.from({ length: 80_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
    'keys of numbers': `{${Array.from({ length: 80_000 }, (_, at) => `"${at}":1`).join(',')}}`,
    'one key again and again': `{${Array.from({ length: 150_000 }, () => '"a":1').join(',')}}`,
    'a long array': `{"content":[${'1,'.repeat(500_000)}1]}`,
    'an array of texts': `{"content":[${'"",'.repeat(300_000)}""]}`,
    'a long number': `{"content":${'9'.repeat(1_000_000)}}`,
    'small numbers': `{"content":[${'1e-300,'.repeat(130_000)}1]}`,
    'a long text': `{"content":"${'x'.repeat(1_000_000)}"}`,
    escapes: `{"content":"${'\\u0041'.repeat(170_000)}"}`,
    NULs: `{"content":"${'\\u0000'.repeat(170_000)}"}`,
    'half surrogates': `{"content":"${'\\ud800'.repeat(170_000)}"}`,
    spaces: `{"content":${' '.repeat(1_000_000)}1}`,
    'spaces in a text': `{"content":"a${' '.repeat(1_000_000)}b"}`,
    'bytes that are no text': '\uffff'.repeat(300_000),
    'no JSON': 'x'.repeat(1_000_000),
    'an open text': `{"content":"${'a'.repeat(1_000_000)}`,
    'too large': 'x'.repeat(MEBIBYTE + 1),
  }
  for (const [name, body] of isPart('bodies') ? Object.entries(bodies) : []) {
    for (const [call, method, path] of [
      ['posts.create', 'POST', '/api/posts'],
      ['comments.edit', 'PATCH', `/api/comments/${ordinaryComment}`],
      ['auth.login', 'POST', '/api/auth/login'],
      ['auth.register', 'POST', '/api/auth/register'],
      ['categories.create', 'POST', '/api/categories'],
    ] as const)
      await measure(call, `body: ${name}`, () => ({ method, path, body }))
  }

  const headers: Record<string, Record<string, string>> = {
    'many cookies': { cookie: Array.from({ length: 1_500 }, (_, at) => `c${at}=1`).join('; ') },
    'a long cookie': { cookie: `session=${'a.'.repeat(7_000)}` },
    semicolons: { cookie: ';'.repeat(14_000) },
    'equal signs': { cookie: '='.repeat(14_000) },
    'a long bearer': { authorization: `Bearer ${'a.'.repeat(7_000)}` },
    'forwarded addresses': { 'x-forwarded-for': '1.1.1.1, '.repeat(1_500) },
    encodings: { 'accept-encoding': 'br;q=0, '.repeat(1_700) },
    'spaces in encodings': { 'accept-encoding': `a${' '.repeat(14_000)}b` },
    'an idempotency key': { 'idempotency-key': 'x'.repeat(14_000) },
    ranges: { range: `bytes=${'0-1,'.repeat(3_000)}` },
    'a long host': { host: 'a.'.repeat(7_000) },
    'an origin': { origin: `http://${'a.'.repeat(6_000)}` },
  }
  for (const [name, sent] of isPart('headers') ? Object.entries(headers) : []) {
    for (const path of ['/', '/api/posts', `/post/${ordinary}`])
      await measure(`headers on ${path}`, name, () => ({ path, headers: { authorization: '', ...sent } }))
  }

  const long16k = 15_000
  const segments: Record<string, string> = {
    slashes: '/'.repeat(long16k),
    dots: '../'.repeat(long16k / 3),
    percents: '%25'.repeat(long16k / 3),
    'bad percents': '%zz'.repeat(long16k / 3),
    letters: 'a'.repeat(long16k),
    spaces: '%20'.repeat(long16k / 3),
    'line breaks': '%0a'.repeat(long16k / 3),
    digits: '9'.repeat(long16k),
    'question marks': '?'.repeat(long16k),
    parameters: `?${'a=1&'.repeat(long16k / 4)}`,
    'one parameter': `?q=${'a+'.repeat(long16k / 2)}`,
    'a cursor': `?cursor=${'W'.repeat(long16k)}`,
    limits: `?${'limit=1&'.repeat(long16k / 8)}`,
  }
  for (const [name, segment] of isPart('paths') ? Object.entries(segments) : []) {
    for (const path of [
      '/',
      '/r/',
      '/u/',
      '/post/',
      '/search',
      '/login',
      '/api/posts',
      '/api/posts/',
      '/api/users/',
      '/api/categories/by-name/',
      '/media/',
      '/assets/',
    ]) {
      await measure(`path ${path}`, name, () => ({ path: path + segment, headers: { authorization: '' } }))
    }
  }

  // Every other call of the contract, each field with texts far beyond its limit and of its size.
  const samples = [
    'plain words',
    'spaces',
    'quotation marks',
    'a long word',
    'dots and signs',
    'half surrogates',
    'letters that grow when folded',
  ]
  for (const call of isPart('fields') ? calls : []) {
    const name = `${call.group}.${call.name}`
    if (
      call.endpoint.from === 'form' ||
      /logout|removeMe|removeUser|removeCategory|autoPost|autoRespond|adminBot|bot\./.test(name)
    )
      continue
    const path = call.endpoint.path.replace(/:(\w+)/g, (_, field: string) =>
      /username|name/.test(field) ? 'nobody' : String(ordinary),
    )
    const fields = Object.keys(fieldsOf(call.endpoint.input)).filter((field) => !call.pathFields.includes(field))
    const isQuery =
      call.endpoint.from === 'query' ||
      (call.endpoint.from === undefined && ['GET', 'DELETE'].includes(call.endpoint.method))
    for (const sample of samples) {
      for (const length of isQuery ? [180, 5_000] : [180, 40_000, 900_000]) {
        const text = COSTLY_TEXTS[sample]!(length).toWellFormed()
        const input = Object.fromEntries(
          fields.map((field) => [field, /_id$|limit|offset|skip|before/.test(field) ? ordinary : text]),
        )
        if (isQuery)
          await measure(name, `${sample}, ${length}`, () => ({
            method: call.endpoint.method,
            path: `${path}?${new URLSearchParams(input as Record<string, string>).toString()}`.slice(0, 15_000),
          }))
        else {
          const each = Math.floor(MEBIBYTE / 3 / Math.max(1, fields.length))
          const cut = Object.fromEntries(
            Object.entries(input).map(([field, value]) => [
              field,
              typeof value === 'string' ? value.slice(0, each) : value,
            ]),
          )
          await measure(name, `${sample}, ${length}`, () => ({ method: call.endpoint.method, path, json: cut }))
        }
      }
    }
  }
}
