import { elementAt, first, session, type Shown, type Site } from '../crawl.ts'

const ACTIONS = ['profile', 'printpage', 'dlattach', '.xml']
const PARTS = ['topic', 'board', 'msg', 'action', 'u', 'area', 'attach', 'image', 'type', 'start', 'sort', 'desc']

/** SMF separates parameters of a URL by semicolons. */
const partsOf = (url: URL): [string, string][] =>
  decodeURIComponent(url.search.slice(1))
    .split(/[;&]/)
    .filter((part) => part !== '')
    .map((part) => {
      const [name, ...rest] = part.split('=')
      return [name!, rest.join('=')]
    })

function wanted(url: URL): string | null {
  if (/^\/(custom_avatar|avatars)\/./.test(url.pathname)) return url.pathname
  if (url.pathname !== '/' && url.pathname !== '/index.php') return null
  const parts = partsOf(url)
  const get = (name: string) => parts.find(([part]) => part === name)?.[1]
  const action = get('action')
  // Skips links to the previous and next thread, which are crawled by their own URLs.
  if ((action !== undefined && !ACTIONS.includes(action)) || get('prev_next') !== undefined) return null
  if (action === 'profile' && (get('u') === undefined || (get('area') ?? 'showposts') !== 'showposts')) return null
  const kept = parts
    .filter(([name]) => PARTS.includes(name))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
  return url.pathname + (kept.length === 0 ? '' : `?${kept.join(';')}`)
}

function shown(url: URL, html: string, final: URL): Shown | null {
  const found = (kind: Shown['kind'], id: string | undefined): Shown | null => (id ? { kind, id } : null)
  const avatar = /\/avatar_(\d+)_/.exec(url.pathname)?.[1]
  if (avatar) return { kind: 'avatar', id: avatar }
  const get = (name: string) => partsOf(url).find(([part]) => part === name)?.[1]
  const action = get('action')
  if (action === '.xml') return /<rss|<feed|<rdf/i.test(html) ? { kind: 'feed', id: get('board') ?? '' } : null
  if (action === 'dlattach') return found('file', get('attach'))
  if (action === 'printpage') return found('thread', first(html, /topic=(\d+)\.0/))
  if (action === 'profile') return found('person', first(html, /action=profile;(?:area=\w+;)?u=(\d+)/))
  const canonical = first(html, /rel="canonical" href="([^"]*)"/) ?? ''
  const thread = first(canonical, /topic=(\d+)/)
  const post = get('msg') ?? /\.msg(\d+)/.exec(get('topic') ?? '')?.[1]
  if (thread && post) return html.includes(`id="msg_${post}"`) ? { kind: 'post', id: post } : null
  // A page of a thread after the first one is identified by the first post on that page.
  if (thread && /\.[1-9]/.test(get('topic') ?? '')) return found('post', first(html, /id="msg_(\d+)"/))
  if (thread) return { kind: 'thread', id: thread }
  const board = first(canonical, /board=(\d+)/)
  if (board) return { kind: 'community', id: board }
  return final.search === '' && html.includes('boardindex_table') ? { kind: 'home', id: '' } : null
}

/** Removes what SMF itself adds to a text, such as the words above a quote. */
const plain = (html: string) =>
  html
    .replace(/<cite>(.*?)<\/cite>/gs, (_, head: string) =>
      head.replace(/<[^>]*>/g, '').replace(/^Quote from: (.*) on .*$|^Quote$/s, '$1'),
    )
    .replace(/<div class="codeheader">.*?<\/div>/gs, '')

function* texts(html: string): Generator<[string, string]> {
  // Polls are shown on the first page of a thread only.
  const isFirstPage = !/class="current_page">(?!1<)/.test(html)
  let question = (isFirstPage && first(html, /<span class="main_icons poll"><\/span> (.*)/)) || ''
  for (const match of html.matchAll(/<div class="inner" data-msgid="(\d+)" id="msg_\d+">/g)) {
    const element = elementAt(html, match.index, 'div')
    if (element !== null) yield [match[1]!, plain(element) + question]
    question = ''
  }
}

/** Uploads pictures with SMF's own forms: an attachment in a new post, and an avatar. */
async function sendForms(base: string, people: { name: string; password: string }[], picture: Blob): Promise<void> {
  for (const [nth, { name, password }] of people.entries()) {
    const ask = session(base)
    const form = (html: string, fields: Record<string, string>) => {
      const data = new FormData()
      const inputs = [...html.matchAll(/<input type="hidden" name="([0-9a-f]{7,12})" value="([0-9a-f]{32})"/g)]
      for (const [, field, value] of inputs) data.set(field!, value!)
      for (const [field, value] of Object.entries(fields)) data.set(field, value)
      return data
    }
    const login = await ask('/index.php?action=login')
    const fields = { user: name, passwrd: password, cookielength: '3153600' }
    await ask('/index.php?action=login2', form(login, fields))
    const reply = await ask(`/index.php?action=post;topic=${nth + 2}.0`)
    const hidden = (field: string) => first(reply, new RegExp(`name="${field}" value="([^"]*)"`)) ?? ''
    const post = form(reply, {
      topic: String(nth + 2),
      subject: 'Odp: zdjęcie',
      message: `Oto zdjęcie roweru ${nth}, przez formularz.`,
      icon: 'xx',
      additional_options: '1',
      last_msg: hidden('last_msg'),
      seqnum: hidden('seqnum'),
      post: 'Post',
    })
    post.append('attachment[]', picture, `rower ${nth}.png`)
    const answer = await ask(`/index.php?action=post2;start=0;topic=${nth + 2}`, post)
    if (/id="post_error|fatal_error|errorbox"/.test(answer))
      console.log(`${name}: ${answer.replace(/<[^>]*>|\s+/g, ' ').slice(0, 6_000)}`)
    const profile = await ask('/index.php?action=profile;area=forumprofile')
    const avatar = form(profile, {
      avatar_choice: 'upload',
      u: first(profile, /name="u" value="(\d+)"/) ?? '',
      sa: '',
      save: 'Change profile',
    })
    const token = /name="(profile-u\w+|[a-f0-9]{7,12})" value="([^"]*)"/g
    for (const [, field, value] of profile.matchAll(token)) avatar.set(field!, value!)
    avatar.set('attachment', picture, 'avatar.png')
    await ask('/index.php?action=profile;area=forumprofile;save', avatar)
  }
}

const TABLES = (
  'boards members topics messages attachments user_likes personal_messages pm_recipients ' +
  'ban_groups ban_items polls poll_choices'
).split(' ')

export const smf: Site = {
  start: ['/index.php', '/index.php?action=.xml;type=rss2'],
  wanted,
  shown,
  texts,
  sendForms,
  tables: TABLES.map((table) => `smf_${table}`),
}
