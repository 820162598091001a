import { elementAt, first, type Shown, type Site } from '../crawl.ts'

const PROFILE = /^\/user\/[^/]+(?:\/(?:posts|topics|best|groups|following|followers))?$/
const PAGES = [
  /^\/(?:categories|recent|popular|top)?$/,
  /^\/category\/\d+(?:\/[^/]*(?:\/\d+)?)?$/,
  /^\/topic\/\d+(?:\/[^/]*(?:\/\d+)?)?$/,
  /^\/uid\/\d+$/,
  /^\/(?:recent|topics|popular|top|recentposts|(?:category|topic)\/\d+|category\/\d+\/recentposts)\.rss$/,
  /^\/user\/[^/]+\/topics\.rss$/,
  /^\/assets\/uploads\/(?:files|profile)\/./,
  PROFILE,
]
/** The URL of a single post shows the whole page of its thread, so only one in this many is requested. */
const POSTS_OF = 4

function wanted(url: URL): string | null {
  const post = /^\/post\/(\d+)$/.exec(url.pathname)?.[1]
  if (post) return Number(post) % POSTS_OF === 0 ? url.pathname : null
  if (!PAGES.some((page) => page.test(url.pathname))) return null
  const page = /^\/(?:topic|category)\/\d+\/[^/]*$/.test(url.pathname) ? url.searchParams.get('page') : null
  return url.pathname + (page === null ? '' : `?page=${page}`)
}

type Page = {
  template: { name: string }
  tid?: number
  cid?: number
  uid?: number
  posts?: { pid: number; index: number }[]
  pagination?: { pageCount: number }
}

function pageOf(html: string): Page | null {
  const data = first(html, /<script id="ajaxify-data" type="application\/json">(.*?)<\/script>/s)
  return data === undefined ? null : (JSON.parse(data) as Page)
}

function shown(url: URL, html: string, final: URL): Shown | null {
  const found = (kind: Shown['kind'], id: string | number | undefined): Shown | null =>
    id === undefined ? null : { kind, id: String(id) }
  const path = decodeURIComponent(url.pathname)
  const avatar = /^\/assets\/uploads\/profile\/(?:uid-)?(\d+)/.exec(path)?.[1]
  if (avatar) return found('avatar', avatar)
  if (path.startsWith('/assets/uploads/files/')) return found('file', path.slice('/assets/uploads'.length))
  if (path.endsWith('.rss')) {
    if (!html.includes('<rss')) return null
    const topic = first(path, /^\/topic\/(\d+)/)
    const owner = path.startsWith('/user/') ? first(html, /<title><!\[CDATA\[.*?\]\]>/) : undefined
    return topic ? found('thread', topic) : owner ? null : found('feed', first(path, /^\/category\/(\d+)/) ?? '')
  }
  const page = pageOf(html)
  const name = page?.template.name ?? ''
  if (/^(?:categories|recent|popular|top)$/.test(name)) return { kind: 'home', id: '' }
  if (name === 'category') return found('community', page!.cid)
  if (name.startsWith('account/')) return found('person', page!.uid)
  if (name !== 'topic') return null
  const post = first(path, /^\/post\/(\d+)/)
  if (post) return html.includes(`data-pid="${post}"`) ? found('post', post) : null
  const place = first(decodeURIComponent(final.pathname), /^\/topic\/\d+\/[^/]*\/(\d+)$/)
  if (place === undefined || place === '1') return found('thread', page!.tid)
  return found('post', page!.posts!.find(({ index }) => index === Number(place) - 1)?.pid)
}

/** Replaces a picture by its description if it has one. */
const plain = (html: string) =>
  html.replace(/<img (?![^>]*\bemoji)[^>]*>/g, (image) => first(image, /\balt="([^"]+)"/) ?? image)

function* texts(html: string): Generator<[string, string]> {
  for (const match of html.matchAll(/<li component="post" class="([^"]*)"[^>]* data-pid="([^"]*)"/g)) {
    const start = html.indexOf('component="post/content"', match.index)
    const element = start < 0 ? null : elementAt(html, html.lastIndexOf('<', start), 'div')
    if (element !== null && !/\bdeleted\b/.test(match[1]!)) yield [match[2]!, plain(element)]
  }
}

/** A script loads the pages of a long thread, so a crawler sees no links to them. */
function* more(html: string, url: URL): Generator<string> {
  const page = pageOf(html)
  const count = page?.template.name === 'topic' ? (page.pagination?.pageCount ?? 1) : 1
  for (let number = 2; number <= count; number += 1) yield `${url.pathname}?page=${number}`
}

export const nodebb: Site = {
  start: [
    '/',
    '/categories',
    '/recent',
    '/popular',
    '/top',
    '/users',
    '/recent.rss',
    '/topics.rss',
    '/recentposts.rss',
  ],
  wanted,
  shown,
  texts,
  more,
  tables: ['legacy_hash', 'legacy_set', 'legacy_zset'],
  kept: {
    legacy_hash:
      "_key ~ '^(category|user|topic|post|message|chat:room):' and _key !~ '^(user|topic):[0-9]+:' " +
      "or _key ~ '^uid:[0-9]+:ban:' or _key = 'settings:markdown'",
    legacy_set: "_key ~ '^pid:[0-9]+:(up|down)vote$' or _key ~ '^tid:[0-9]+:(followers|ignorers)$'",
    legacy_zset: "_key in ('plugins:active', 'userslug:uid') or _key ~ '^(chat:room:[0-9]+:uids|following:[0-9]+)$'",
  },
  without: ['ip', 'rss_token', 'descriptionParsed', 'lastonline', 'lastposttime', 'icon', 'class', 'bgColor', 'color'],
}
