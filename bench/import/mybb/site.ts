import { elementAt, first, session, type Shown, type Site } from '../crawl.ts'

const KEPT: Record<string, string[]> = {
  '/': [],
  '/index.php': [],
  '/forumdisplay.php': ['fid', 'page', 'sortby', 'order', 'datecut'],
  '/showthread.php': ['tid', 'pid', 'page', 'mode'],
  '/printthread.php': ['tid', 'page'],
  '/member.php': ['action', 'uid'],
  '/syndication.php': ['fid', 'type', 'limit'],
  '/attachment.php': ['aid', 'thumbnail'],
}

function wanted(url: URL): string | null {
  if (/^\/archive\/index\.php$/.test(url.pathname)) return url.pathname + url.search
  if (url.pathname.startsWith('/uploads/avatars/')) return url.pathname + url.search
  const kept = KEPT[url.pathname]
  if (kept === undefined || (url.pathname === '/member.php' && url.searchParams.get('action') !== 'profile'))
    return null
  // Skips links to the previous and next thread, which are crawled by their own URLs.
  const action = url.pathname === '/showthread.php' ? url.searchParams.get('action') : null
  if (action !== null && !['lastpost', 'newpost'].includes(action)) return null
  const query = [...url.searchParams].filter(([name]) => kept.includes(name) || (action !== null && name === 'action'))
  const search = new URLSearchParams(query).toString()
  return url.pathname + (search === '' ? '' : `?${search}`) + (/^#pid\d+$/.test(url.hash) ? url.hash : '')
}

function shown(url: URL, html: string): Shown | null {
  const path = url.pathname
  const found = (kind: Shown['kind'], id: string | undefined): Shown | null => (id ? { kind, id } : null)
  if (path === '/' || path === '/index.php')
    return html.includes('id="boardstats_e"') || url.search === '' ? { kind: 'home', id: '' } : null
  if (path === '/forumdisplay.php')
    return /<table[^>]*class="tborder/.test(html) && !html.includes('The specified forum')
      ? found('community', first(html, /name="fid" value="(\d+)"/) ?? first(html, /markread&amp;fid=(\d+)/))
      : null
  if (path === '/showthread.php') {
    const thread = first(html, /printthread\.php\?tid=(\d+)/)
    const wants = /^#pid(\d+)$/.exec(url.hash)?.[1] ?? url.searchParams.get('pid') ?? undefined
    // MyBB finds the page of a post by its time, and may respond with a page that does not contain the post.
    if (thread && wants) return html.includes(`id="pid_${wants}"`) ? { kind: 'post', id: wants } : null
    return found('thread', thread)
  }
  if (path === '/printthread.php')
    return found('thread', first(html, /showthread\.php\?tid=(\d+)\)/) ?? first(html, /showthread\.php\?tid=(\d+)/))
  if (path === '/member.php') return found('person', first(html, /finduser&amp;uid=(\d+)/))
  if (path === '/archive/index.php') {
    const full = first(html, /id="fullversion"><strong>[^<]*<\/strong> <a href="([^"]*)"/) ?? ''
    const [, kind, id] = /(thread\.php\?tid|display\.php\?fid)=(\d+)/.exec(full) ?? []
    if (kind) return found(kind.startsWith('thread') ? 'thread' : 'community', id)
    return full === '' || url.search !== '' ? null : { kind: 'home', id: '' }
  }
  if (path === '/syndication.php')
    return html.includes('<rss') || html.includes('<feed') || html.startsWith('{')
      ? { kind: 'feed', id: url.searchParams.get('fid') ?? '' }
      : null
  if (path === '/attachment.php')
    return found('file', url.searchParams.get('aid') ?? url.searchParams.get('thumbnail') ?? '')
  const avatar = /avatar_(\d+)\./.exec(path)?.[1]
  return found('avatar', avatar)
}

/** Removes what MyBB itself adds to a text, such as the words above a quote. */
const plain = (html: string) =>
  html
    .replace(/<cite>(.*?)<\/cite>/gs, (_, head: string) => head.replace(/<span>.*?<\/span>|\s*Wrote:.*|^Quote:$/gs, ''))
    .replace(/<div class="title">[^<]*<\/div>/g, '')

function* texts(html: string): Generator<[string, string]> {
  // Polls are shown on the first page of a thread only.
  const isFirstPage = !/<span class="pagination_current">(?!1<)/.test(html)
  let question = (isFirstPage && first(html, /<strong>Poll: (.*?)<\/strong><br \/>/)) || ''
  for (const match of html.matchAll(/<div class="post_body scaleimages" id="pid_(\d+)">/g)) {
    const element = elementAt(html, match.index, 'div')
    if (element !== null) yield [match[1]!, plain(element) + question]
    question = ''
  }
}

const TABLES = 'forums users threads posts attachments privatemessages banned polls'
  .split(' ')
  .map((table) => `mybb_${table}`)

/** Uploads pictures with MyBB's own forms: an attachment in a new post, and an avatar. */
async function sendForms(base: string, people: { name: string; password: string }[], picture: Blob): Promise<void> {
  for (const [nth, { name, password }] of people.entries()) {
    const ask = session(base)
    const form = (html: string, fields: Record<string, string>) => {
      const key = first(html, /my_post_key" value="([^"]*)"/) ?? first(html, /my_post_key = "([^"]*)"/) ?? ''
      const data = new FormData()
      for (const [field, value] of Object.entries({ my_post_key: key, ...fields })) data.set(field, value)
      return data
    }
    const login = await ask('/member.php?action=login')
    await ask('/member.php', form(login, { action: 'do_login', username: name, password, remember: 'yes', url: '' }))
    const reply = await ask(`/newreply.php?tid=${nth + 2}`)
    const post = form(reply, {
      action: 'do_newreply',
      tid: String(nth + 2),
      posthash: first(reply, /name="posthash" value="([^"]*)"/) ?? '',
      subject: 'RE: zdjęcie',
      message: `Oto zdjęcie roweru ${nth}, przez formularz.`,
      submit: 'Post Reply',
    })
    post.append('attachments[]', picture, `rower ${nth}.png`)
    const answer = await ask('/newreply.php', post)
    if (/class="error"/.test(answer))
      throw new Error(`${name} cannot write: ${answer.replace(/<[^>]*>/g, '').slice(-2_000)}`)
    const profile = await ask('/usercp.php?action=avatar')
    const avatar = form(profile, { action: 'do_avatar', avatarurl: '', submit: 'Change Avatar' })
    avatar.set('avatarupload', picture, 'avatar.png')
    await ask('/usercp.php', avatar)
  }
}

export const mybb: Site = {
  start: ['/', '/index.php', '/archive/index.php'],
  wanted,
  shown,
  texts,
  sendForms,
  tables: TABLES,
}
