import { SQL } from 'bun'
import { join } from 'node:path'
import type { Crawled, Shown } from '../crawl.ts'
import type { Given, Schema } from '../make.ts'
import { fill } from './fill.ts'

type Markdown = { use: (plugin: unknown, ...options: unknown[]) => Markdown; render: (text: string) => string }

const HEAD = /^spoiler\s+(.*)$/

/** Loads Lemmy's own Markdown renderer, but without typographic quotation marks, which nobody typed. */
async function renderer(program: string): Promise<Markdown> {
  const load = async (name: string) => {
    const module = (await import(Bun.resolveSync(name, join(program, 'package.json')))) as { default: unknown }
    return module.default
  }
  const Parser = (await load('markdown-it')) as new (options: object) => Markdown
  const markdown = new Parser({ html: false, linkify: true })
  const plugins = ['sub', 'sup', 'footnote', 'ruby', 'bidi']
  for (const name of plugins) markdown.use(await load(`markdown-it-${name}`))
  return markdown.use(await load('markdown-it-container'), 'spoiler', {
    validate: (info: string) => HEAD.test(info.trim()),
    render: (tokens: { info: string; nesting: number }[], at: number) => {
      const head = HEAD.exec(tokens[at]!.info.trim())?.[1] ?? ''
      return tokens[at]!.nesting === 1 ? `<details><summary>${Bun.escapeHTML(head)}</summary>` : '</details>'
    },
  })
}

/** Replaces a picture by its description if it has one, and removes the back links of footnotes. */
const plain = (html: string) =>
  html
    .replace(/<img[^>]* alt="([^"]+)"[^>]*>/g, '$1')
    .replace(/<a [^>]*class="footnote-backref">.*?<\/a>/g, '')
    .replace(/\[(\d+):\d+\]/g, '[$1]')
    .replace(/<ruby>(.*?)<rt>(.*?)<\/rt><\/ruby>/g, '$1($2)')

const OF_COMMUNITY = `not c.deleted and not c.removed and c.local and c.visibility = 'Public'`
/** Adult threads are imported only from adult communities. */
const KEPT = `${OF_COMMUNITY} and not t.deleted and not t.removed and (c.nsfw or not t.nsfw)`

async function read({ program, database, base }: Given): Promise<Crawled> {
  const sql = new SQL(database, { max: 1 })
  const { host } = new URL(base)
  const markdown = await renderer(program)
  const found: Required<Crawled> = { addresses: new Map(), texts: new Map(), threads: new Map() }
  const add = (kind: Shown['kind'], id: unknown, ...addresses: string[]) => {
    for (const address of addresses)
      if (!found.addresses.has(address)) found.addresses.set(address, { kind, id: String(id) })
  }
  const rows = (text: string) => sql.unsafe(text) as Promise<Record<string, string | null>[]>
  add('home', '', '/')
  add('feed', '', '/feeds/all.xml', '/feeds/local.xml?sort=New')
  for (const { id, name } of await rows(`select c.* from community c where ${OF_COMMUNITY}`)) {
    add('community', id, `/c/${name}`, `/c/${name}@${host}`, `/c/${name}?dataType=Comment&sort=New&page=2`)
    add('community', id, `/c/${name!.toUpperCase()}`)
    add('feed', id, `/feeds/c/${name}.xml`, `/feeds/c/${name}.xml?sort=Active`)
  }
  const wrote = `select 1 from comment m join post t on t.id = m.post_id join community c on c.id = t.community_id
    where m.creator_id = p.id and c.local`
  const refused = 'select 1 from local_user l where l.person_id = p.id and not l.accepted_application'
  const people = await rows(
    `select p.*, split_part(p.actor_id, '/', 3) as host from person p
      where not p.deleted and not exists (${refused}) and (p.local or exists (${wrote}))`,
  )
  for (const { id, name, host: home, avatar } of people) {
    const path = `/u/${encodeURIComponent(name!)}`
    add('person', id, `${path}@${home}`)
    if (home !== host) continue
    add('person', id, path, `${path}?view=Comments&sort=New&page=1`, `/feeds${path}.xml`)
    if (avatar)
      add('file', /[^/]+$/.exec(avatar)![0], new URL(avatar).pathname, `${new URL(avatar).pathname}?thumbnail=96`)
  }
  const picturesOf = (text: string | null | undefined) => {
    for (const [path, id] of (text ?? '').matchAll(/\/pictrs\/image\/([\w.-]+)/g))
      add('file', id, path, `${path}?format=webp&thumbnail=256`)
  }
  const of = 'post t join community c on c.id = t.community_id'
  for (const { id, url, body } of await rows(`select t.* from ${of} where ${KEPT} order by t.id`)) {
    add('thread', id, `/post/${id}`, `/post/${id}?scrollToComments=true`)
    if (url?.startsWith(`${base}/pictrs`)) picturesOf(url)
    // The importer puts a magnet link, or a link to the forum itself, into the text of the thread.
    const above = url && /^magnet:|^https:\/\/lemmy\.example\.org\/(?!pictrs)/.test(url) ? `<p>${url}</p>` : ''
    found.threads.set(id!, above + plain(markdown.render(body ?? '')))
  }
  const comments = await rows(
    `select m.*, m.path::text as path from comment m join ${of.replace('post t', 'post t on t.id = m.post_id')}
      where ${KEPT} and not m.deleted and not m.removed order by m.id`,
  )
  for (const { id, post_id, content } of comments) {
    add('post', id, `/comment/${id}`, `/post/${post_id}/${id}`)
    picturesOf(content)
    found.texts.set(id!, plain(markdown.render(content!)))
  }
  await sql.close()
  return found
}

const TABLES =
  'community person local_user post comment post_like comment_like local_image private_message mod_ban'.split(' ')

export const lemmy: Schema = { tables: TABLES, fill, read }
