import { SQL } from 'bun'
import type { Crawled, Shown } from '../crawl.ts'
import { elementAt } from '../crawl.ts'
import type { Given, Schema } from '../make.ts'
import { fill } from './fill.ts'

function withoutElements(html: string, opening: RegExp, tag: string): string {
  let made = html
  for (let match = opening.exec(made); match; match = opening.exec(made)) {
    const element = elementAt(made, match.index, tag)
    if (element === null) return made
    made = made.slice(0, match.index) + made.slice(match.index + element.length)
  }
  return made
}

/** Removes words, avatars and icons that Discourse adds, and replaces a picture by its description. */
const plain = (html: string) =>
  withoutElements(
    withoutElements(
      html.replace(/(data-username="([^"]+)"[^>]*>\s*)<div class="title">[^]*?:<\/div>/g, '$1$2'),
      /<div class="meta">/,
      'div',
    ),
    /<div class="poll-info/,
    'div',
  )
    .replace(/<img [^>]*class="(?:site-icon|thumbnail|avatar)"[^>]*>/g, '')
    .replace(/<span class="chcklst-box (\w+)[^>]*><\/span>/g, (_, state: string) => (state === 'checked' ? '☑' : '☐'))
    .replace(/<img (?![^>]*class="emoji)[^>]* alt="([^"]+)"[^>]*>/g, '$1')

const OF_TOPIC =
  "t.deleted_at is null and t.visible and t.archetype = 'regular' and not c.read_restricted " +
  'and exists (select 1 from posts f where f.topic_id = t.id and not f.hidden)'
const OF_POST = 'p.deleted_at is null and not p.hidden and not p.user_deleted and p.post_type in (1, 2)'
const POSTS = `posts p join topics t on t.id = p.topic_id join categories c on c.id = t.category_id`

async function read({ database }: Given): Promise<Crawled> {
  const sql = new SQL(database, { max: 1 })
  const found: Required<Crawled> = { addresses: new Map(), texts: new Map(), threads: new Map() }
  const add = (kind: Shown['kind'], id: unknown, ...addresses: string[]) => {
    for (const address of addresses)
      if (!found.addresses.has(address)) found.addresses.set(address, { kind, id: String(id) })
  }
  type Row = Record<string, string | number | null>
  const rows = (text: string) => sql.unsafe(text) as Promise<Row[]>
  add('home', '', '/', '/latest', '/categories', '/top?period=all', '/latest?page=2')
  add('feed', '', '/latest.rss', '/posts.rss', '/top.rss')
  const categories = await rows(
    `select c.*, a.slug as above from categories c left join categories a on a.id = c.parent_category_id
      where not c.read_restricted`,
  )
  for (const { id, slug, above } of categories) {
    const path = `/c/${above ? `${above}/` : ''}${slug || `${id}-category`}`
    add('community', id, `${path}/${id}`, `${path}/${id}/l/top?period=all`, `${path}/${id}/none`)
    if (slug) add('community', id, path, `${path}/l/latest`)
    add('feed', id, `${path}/${id}.rss`)
  }
  for (const { id, username } of await rows('select * from users where id > 0')) {
    const name = encodeURIComponent(String(username).toLowerCase())
    add('person', id, `/u/${name}`, `/u/${name}/summary`, `/users/${encodeURIComponent(String(username))}/activity`)
  }
  for (const { id, username } of await rows('select * from users where uploaded_avatar_id is not null'))
    add('avatar', id, `/user_avatar/discourse.example.org/${String(username).toLowerCase()}/48/${id}_2.png`)
  const topics = await rows(`select t.*, p.id as first, p.cooked from topics t join categories c on c.id = t.category_id
    left join posts p on p.topic_id = t.id and p.post_number = 1 where ${OF_TOPIC} order by t.id`)
  for (const { id, slug } of topics)
    add(
      'thread',
      id,
      `/t/${slug}/${id}`,
      `/t/${id}`,
      `/t/-/${id}`,
      `/t/${slug}/${id}.rss`,
      `/t/${slug}/${id}/1`,
      `/t/${id}/1`,
    )
  const posts = await rows(
    `select p.*, t.slug from ${POSTS} where ${OF_TOPIC} and ${OF_POST} order by p.topic_id, p.post_number`,
  )
  const last = new Map<unknown, [id: unknown, path: string]>()
  for (const { id, topic_id, post_number, slug, cooked, raw } of posts) {
    add('post', id, `/p/${id}`, `/p/${id}/7`)
    found.texts.set(String(id), plain(cooked === '' ? String(raw) : String(cooked)))
    if (post_number === 1) continue
    const path = `/t/${slug}/${topic_id}`
    add('post', id, `${path}/${post_number}`, `/t/${topic_id}/${post_number}`, `${path}/${post_number}?u=ola`)
    last.set(topic_id, [id, path])
    if (post_number === 21) add('post', id, `${path}?page=2`)
  }
  for (const [id, path] of last.values()) add('post', id, `${path}/last`)
  const uploads =
    await rows(`select distinct u.sha1, u.url from uploads u join upload_references r on r.upload_id = u.id
    and r.target_type = 'Post' join posts p on p.id = r.target_id join topics t on t.id = p.topic_id
    join categories c on c.id = t.category_id where ${OF_TOPIC} and ${OF_POST} and u.id < 900`)
  for (const { sha1, url } of uploads) {
    add(
      'file',
      sha1,
      String(url),
      String(url)
        .replace('/original/', '/optimized/')
        .replace(/\.(\w+)$/, '_2_690x388.$1'),
    )
  }
  await sql.close()
  return found
}

const TABLES = (
  'categories users user_emails user_passwords user_profiles topics posts post_actions topic_allowed_users uploads ' +
  'upload_references permalinks'
).split(' ')

export const discourse: Schema = { tables: TABLES, fill, read }
