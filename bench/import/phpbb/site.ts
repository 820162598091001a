import { elementAt, first, session, type Shown, type Site } from '../crawl.ts'

const KEPT: Record<string, string[]> = {
  '/': [],
  '/index.php': [],
  '/viewforum.php': ['f', 'start'],
  '/viewtopic.php': ['f', 't', 'p', 'start', 'view'],
  '/memberlist.php': ['mode', 'u'],
  '/search.php': ['author_id', 'sr'],
  '/download/file.php': ['id', 'avatar', 't', 'mode'],
  '/feed.php': ['f', 't', 'mode'],
}

/** Views that redirect to another thread or post, depending on what the visitor has read or on neighbouring threads. */
const OTHER_VIEWS = /^(next|previous|unread)$/

function wanted(url: URL): string | null {
  const { pathname, searchParams } = url
  if (pathname.startsWith('/app.php/feed')) return pathname
  const kept = Object.hasOwn(KEPT, pathname) ? KEPT[pathname]! : null
  if (kept === null || OTHER_VIEWS.test(searchParams.get('view') ?? '')) return null
  if (pathname === '/memberlist.php' && searchParams.get('mode') !== 'viewprofile') return null
  // Pages of the print view contain no ids of posts, so only the first page can be identified.
  if (searchParams.has('view') && searchParams.has('start')) return null
  const query = [...searchParams].filter(([name, value]) => kept.includes(name) && value !== '')
  const search = new URLSearchParams(query).toString()
  return pathname + (search === '' ? '' : `?${search}`) + (/^#p\d+$/.test(url.hash) ? url.hash : '')
}

function shownTopic(url: URL, html: string): Shown | null {
  const thread =
    first(html, /<link rel="canonical" href="[^"]*viewtopic\.php\?t=(\d+)/) ?? first(html, /viewtopic\.php\?t=(\d+)/)
  if (!thread || !/id="p\d+" class="post|<div class="post">/.test(html)) return null
  const wants = /^#p(\d+)$/.exec(url.hash)?.[1] ?? url.searchParams.get('p')
  // The URL of a hidden post shows its thread without that post.
  if (wants) return html.includes(`id="p${wants}"`) ? { kind: 'post', id: wants } : null
  // A page of a thread after the first one is identified by the first post on that page.
  const begins =
    Number(url.searchParams.get('start') ?? 0) > 0 ? first(html, /<div id="p(\d+)" class="post/) : undefined
  return begins ? { kind: 'post', id: begins } : { kind: 'thread', id: thread }
}

function shown(url: URL, html: string): Shown | null {
  const { pathname, searchParams } = url
  const found = (kind: Shown['kind'], id: string | null | undefined): Shown | null => (id ? { kind, id } : null)
  if (pathname === '/viewtopic.php') return shownTopic(url, html)
  if (/feed/.test(pathname)) {
    const thread = /\/topic\/(\d+)/.exec(pathname)?.[1] ?? searchParams.get('t')
    if (!html.includes('<feed')) return null
    if (thread) return { kind: 'thread', id: thread }
    return { kind: 'feed', id: /\/forum\/(\d+)/.exec(pathname)?.[1] ?? searchParams.get('f') ?? '' }
  }
  if (pathname === '/download/file.php')
    return searchParams.has('avatar')
      ? found('avatar', /^\d+/.exec(searchParams.get('avatar') ?? '')?.[0])
      : found('file', searchParams.get('id'))
  if (pathname === '/viewforum.php')
    return /section-viewforum/.test(html) && !/id="message"/.test(html)
      ? found('community', searchParams.get('f'))
      : null
  if (pathname === '/memberlist.php')
    return /id="viewprofile"/.test(html) ? found('person', searchParams.get('u')) : null
  if (pathname === '/search.php')
    return searchParams.has('author_id') && /section-search/.test(html) && !/id="message"/.test(html)
      ? found('person', searchParams.get('author_id'))
      : null
  return /section-index/.test(html) ? { kind: 'home', id: '' } : null
}

/** Removes what phpBB adds to a text, replaces pictures by their names, and completes URLs with the origin. */
const plain = (html: string) =>
  html
    .replace(/<cite>(.*?)<\/cite>/gs, (_, head: string) =>
      head
        .replace(/<span class="responsive-hide">.*?<\/span>|<a [^>]*data-post-id.*?<\/a>/gs, '')
        .replace(/ wrote:\s*$/, ''),
    )
    .replace(/<p>Code: <a [^>]*>Select all<\/a><\/p>/g, '')
    .replace(/<dl class="thumbnail">.*?alt="([^"]*)".*?<\/dl>/gs, '$1')
    .replace(
      /<a (?:class="postlink\S* )?href="([^"]*)"(?: class="postlink")?>([^<]*)<\/a>/g,
      (all, href: string, text: string) => {
        const url = href.replaceAll('&amp;', '&')
        return URL.canParse(url) && `${new URL(url).origin}/${text.replaceAll('&amp;', '&')}` === url
          ? `<a>${href}</a>`
          : all
      },
    )

function* texts(html: string): Generator<[string, string]> {
  // Polls are shown on the first page of a thread only.
  let question = /Page <strong>1<\/strong> of|class="active"><span>1</.test(html)
    ? (first(html, /<h2 class="poll-title">(.*?)<\/h2>/s) ?? '')
    : ''
  for (const match of html.matchAll(/<div id="post_content(\d+)">/g)) {
    const at = html.indexOf('<div class="content">', match.index)
    const element = at === -1 ? null : elementAt(html, at, 'div')
    if (element !== null) yield [match[1]!, plain(element) + question]
    question = ''
  }
}

const TABLES = 'forums users topics posts attachments privmsgs privmsgs_to banlist bbcodes poll_options config'.split(
  ' ',
)

const UNREAD = (
  'post_checksum poster_ip author_ip user_ip user_form_salt user_permissions user_last_confirm_key ' +
  'user_actkey reset_token user_timezone user_dateformat user_options user_passchg user_lastmark ' +
  'user_lastpage user_last_warning topic_last_post_subject topic_last_poster_name ' +
  'topic_last_poster_colour topic_first_poster_colour topic_views topic_last_view_time ' +
  'forum_last_post_subject forum_last_poster_name first_pass_match first_pass_replace second_pass_match ' +
  'second_pass_replace bbcode_helpline enable_sig icon_id post_postcount post_edit_count post_reported ' +
  'post_edit_locked post_attachment post_delete_time post_delete_user post_delete_reason ' +
  'post_edit_reason post_edit_user username_clean to_address bcc_address user_style user_rank ' +
  'user_colour'
).split(' ')

type Ask = ReturnType<typeof session>

/** phpBB refuses a form that is submitted within a second after it was requested. */
const A_MOMENT_MS = 1_100

const decoded = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Submits the form with its hidden values and `fields`; a given message is appended to the form's text. */
async function send(
  ask: Ask,
  address: string,
  html: string,
  fields: Record<string, string>,
  file?: [string, Blob, string],
) {
  await Bun.sleep(A_MOMENT_MS)
  const data = new FormData()
  for (const [tag] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const name = first(tag, /name="([^"]*)"/)
    if (name !== undefined) data.set(name, decoded(first(tag, /value="([^"]*)"/) ?? ''))
  }
  const written = decoded(first(html, /<textarea name="message"[^>]*>([^<]*)<\/textarea>/) ?? '')
  const { message = '', ...others } = fields
  if (written + message !== '') data.set('message', written + message)
  for (const [name, value] of Object.entries(others)) data.set(name, value)
  if (file) data.append(...file)
  return ask(address, data)
}

const refused = (html: string) => /class="error">\s*[^<\s]|<p class="error">/.test(html)

/** Uploads an attachment and an avatar, and posts a nested quote, with phpBB's own forms. */
async function sendForms(base: string, people: { name: string; password: string }[], picture: Blob): Promise<void> {
  for (const [nth, { name, password }] of people.entries()) {
    const ask = session(base)
    const submit = async (
      what: string,
      address: string,
      fields: Record<string, string>,
      file?: [string, Blob, string],
      html?: string,
    ) => {
      const answer = await send(ask, address, html ?? (await ask(address)), fields, file)
      if (refused(answer)) throw new Error(`${name}, ${what}: ${answer.replace(/<[^>]*>|\s+/g, ' ').slice(0, 3_000)}`)
      return answer
    }
    await submit('login', '/ucp.php?mode=login', { username: name, password, autologin: '1', login: 'Login' })
    const reply = `/posting.php?mode=reply&t=${nth + 2}`
    const place = nth % 2 ? `\n[attachment=0]rower ${nth}.png[/attachment]\nI koniec.` : ''
    const message = `Oto zdjęcie roweru ${nth}, przez formularz.${place}`
    const subject = 'Re: zdjęcie'
    const withFile = await submit('file', reply, { subject, add_file: 'Add' }, [
      'fileupload',
      picture,
      `rower ${nth}.png`,
    ])
    await submit('reply', reply, { subject, message, post: 'Submit' }, undefined, withFile)
    const quote = { subject: 'Re: cytat', message: `\nOdpowiadam na cytat ${nth}.`, post: 'Submit' }
    await submit('quote', `/posting.php?mode=quote&p=${1_500 + nth * 7}`, quote)
    const avatar = { avatar_driver: 'avatar_driver_upload', submit: 'Submit' }
    await submit('avatar', '/ucp.php?i=ucp_profile&mode=avatar', avatar, ['avatar_upload_file', picture, 'avatar.png'])
  }
}

export const phpbb: Site = {
  start: ['/', '/index.php', '/app.php/feed', '/feed.php', '/feed.php?f=2', '/feed.php?mode=topics'],
  wanted,
  shown,
  texts,
  sendForms,
  tables: TABLES.map((table) => `phpbb_${table}`),
  unread: UNREAD,
  kept: { phpbb_config: "config_name in ('avatar_salt', 'avatar_path')" },
}
