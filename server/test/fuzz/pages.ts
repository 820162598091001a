import fc from 'fast-check'
import { inArray } from 'drizzle-orm'
import { user } from '#server/features/users/table.ts'
import { createCategory, createComment, createPost } from '../factories.ts'
import { leaks } from './check.ts'
import { forgedBearer, hostileHeaders, hostileSegment, hostileText } from './hostile.ts'
import type { Member, Fixture } from './fixture.ts'

/* Requests pages with URLs, cookies and headers that no browser sends, and checks the rendered HTML. */

const ANSWER_TIMEOUT_MS = 10_000
const AT_ONCE = 8

const PATHS = [
  '/',
  '/post/:post',
  '/submit',
  '/login',
  '/register',
  '/verify-email-sent',
  '/verify-email',
  '/verify-email-login',
  '/forgot-password',
  '/reset-password',
  '/r/:community',
  '/c/:community',
  '/u/:username',
  '/user/:username',
  '/u/:username/followers',
  '/user/:username/following',
  '/profile',
  '/create-community',
  '/browse-communities',
  '/search',
  '/saved',
  '/messages',
  '/conversation/:username',
  '/wpoints',
  '/settings',
  '/settings/security',
  '/confirm-email',
  '/undo-email',
  '/dev-info',
  '/privacy-policy',
  '/notice',
  '/transparency',
  '/admin',
  '/admin/login',
  '/feed.xml',
  '/r/:community/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/:segment',
  '/:segment/:segment',
  '//:segment',
  '/post/:segment',
  '/r/:segment',
  '/u/:segment',
]
const FIELDS = [
  'sort',
  'cursor',
  'page',
  'q',
  'tab',
  'next',
  'token',
  'email',
  'to',
  'community',
  'comment',
  'include',
  'limit',
  'offset',
  'type',
  'nsfw',
  'username',
  'url',
  'year',
  'reference',
  '__proto__',
  '_data',
  'index',
]
const COOKIES = [
  'adult_ok=1',
  'adult_ok=x',
  'darkMode=true',
  'session=',
  'session=x.y.z',
  'language=%00',
  'language="><script>',
  'a',
  '=',
  ';;',
  `x=${'y'.repeat(3_000)}`,
]
const HOSTS = [
  'localhost:3000',
  'localhost:3000',
  'adult.localhost:3000',
  'ADULT.LOCALHOST',
  'evil.example',
  '127.0.0.1',
  '[::1]:3000',
]

type PageCaller = { kind: 'visitor' } | { kind: 'cookie' | 'bearer'; pick: number } | { kind: 'forged'; header: string }
type PagePlan = {
  path: string
  segments: string[]
  pick: number
  query: [string, string][]
  caller: PageCaller
  english: boolean
  cookies: string[]
  host: string
  headers: Record<string, string>
  method: string
}

const pagePlan: fc.Arbitrary<PagePlan> = fc.record({
  path: fc.constantFrom(...PATHS),
  segments: fc.array(hostileSegment, { minLength: 2, maxLength: 2 }),
  pick: fc.nat(10_000),
  query: fc.array(
    fc.tuple(
      fc.constantFrom(...FIELDS),
      fc.oneof(
        hostileText,
        fc.constantFrom(
          'hot',
          'new',
          'top',
          'best',
          '/saved',
          '//evil.example',
          '/\\evil.example',
          'javascript:alert(1)',
          '1',
          'e30',
        ),
      ),
    ),
    { maxLength: 3 },
  ),
  caller: fc.oneof(
    { weight: 4, arbitrary: fc.constant<PageCaller>({ kind: 'visitor' }) },
    { weight: 4, arbitrary: fc.nat(1_000).map((pick): PageCaller => ({ kind: 'cookie', pick })) },
    { weight: 1, arbitrary: fc.nat(1_000).map((pick): PageCaller => ({ kind: 'bearer', pick })) },
    { weight: 1, arbitrary: forgedBearer.map((header): PageCaller => ({ kind: 'forged', header })) },
  ),
  english: fc.boolean(),
  cookies: fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    { weight: 2, arbitrary: fc.array(fc.constantFrom(...COOKIES), { maxLength: 3 }) },
  ),
  host: fc.constantFrom(...HOSTS),
  headers: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Record<string, string>>({}) },
    { weight: 1, arbitrary: hostileHeaders },
  ),
  method: fc.oneof(
    { weight: 12, arbitrary: fc.constant('GET') },
    { weight: 1, arbitrary: fc.constantFrom('HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND') },
  ),
})

type Asked = { url: string; method: string; headers: Record<string, string>; member: Member | null; isVisitor: boolean }

function askedFor(plan: PagePlan, fixture: Fixture): Asked {
  let segment = 0
  const thing = (pool: 'post' | 'community' | 'username') =>
    encodeURIComponent(String(fixture.of({ pool, pick: plan.pick }, null)))
  const path = plan.path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'segment' ? plan.segments[segment++]! : thing(name as 'post'),
  )
  const query = plan.query.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')
  const { caller } = plan
  const member =
    caller.kind === 'cookie' || caller.kind === 'bearer' ? fixture.members[caller.pick % fixture.members.length]! : null
  const cookies = [
    `language=${plan.english ? 'en' : 'pl'}`,
    ...(caller.kind === 'cookie' ? [`session=${member!.bearer}`] : []),
    ...plan.cookies,
  ]
  // Without `accept-encoding` the response is not compressed, so its text can be searched.
  const { 'accept-encoding': _, ...odd } = plan.headers
  const headers: Record<string, string> = { host: plan.host, ...odd, cookie: plan.headers.cookie ?? cookies.join('; ') }
  if (caller.kind === 'bearer') headers.authorization = `Bearer ${member!.bearer}`
  if (caller.kind === 'forged') headers.authorization = caller.header
  const isVisitor = !/(^|;)\s*session\s*=/.test(headers.cookie!) && !headers.authorization
  // A hostile Cookie header may have replaced the cookies, so the session cookie may be missing.
  const isSent = caller.kind === 'bearer' || headers.cookie!.includes(`session=${member?.bearer}`)
  return {
    url: `${path}${query && `?${query}`}`,
    method: plan.method,
    headers,
    member: isSent ? member : null,
    isVisitor,
  }
}

/** If the action of a form is a function, React writes a URL into the HTML that begins like this. */
const UNSENT = /^javascript:throw new Error\(&#x27;React form/

/** Returns scripts without a nonce, event handlers, and javascript: URLs. */
function runnableIn(html: string): string[] {
  const found: string[] = []
  const element = (tag: HTMLRewriterTypes.Element) => {
    const type = tag.getAttribute('type') ?? ''
    if (tag.tagName === 'script' && !tag.hasAttribute('nonce') && !/^application\/(?:ld\+)?json$/.test(type))
      found.push('has a script without a nonce')
    for (const [name, value] of tag.attributes) {
      if (name!.startsWith('on')) found.push(`has the handler ${name}`)
      if (
        ['href', 'src', 'action', 'formaction'].includes(name!) &&
        /^\s*(?:javascript|data:text|vbscript)/i.test(value!) &&
        !UNSENT.test(value!)
      )
        found.push(`has the address ${value!.slice(0, 40)}`)
    }
  }
  new HTMLRewriter().on('*', { element }).transform(html)
  return found
}

function faultsOfPage(
  asked: Asked,
  { status, headers, text }: { status: number; headers: Headers; text: string },
  fixture: Fixture,
): string[] {
  const faults = leaks({ url: asked.url, body: null, member: asked.member, name: 'page', staff: false }, text, fixture)
  if (status >= 500) faults.push("is the server's own failure")
  if (headers.get('x-content-type-options') !== 'nosniff' || !headers.get('x-request-id'))
    faults.push('lacks the headers that every answer has')
  const location = headers.get('location')
  if (location !== null && !/^(?:\/(?![/\\])|http:\/\/(?:adult\.)?localhost:3000\/)/.test(location))
    faults.push(`leads to ${location}`)
  // A page with a form for visitors sets a cookie for the CSRF token, so its Cache-Control is `private`.
  const isOfOneVisitor = headers.get('cache-control')?.startsWith('private') === true
  const cookies = headers.getSetCookie().filter((cookie) => !isOfOneVisitor || !cookie.startsWith('visitor='))
  if (cookies.length > 0 && asked.method === 'GET') faults.push('sets a cookie')
  if (!headers.get('content-type')?.startsWith('text/html') || asked.method !== 'GET') return faults
  if (!/'nonce-[^']+'/.test(headers.get('content-security-policy') ?? '')) faults.push('has no policy')
  if (!asked.isVisitor && headers.get('cache-control') !== 'private, no-store')
    faults.push(`may be kept: ${headers.get('cache-control')}`)
  faults.push(...runnableIn(text))
  if (text.includes('\0') || !text.isWellFormed()) faults.push('holds what no text should')
  const viewer = /"viewer":(?:null|\{"id":(\d+))/.exec(text)
  if (viewer && (viewer[1] === undefined ? null : Number(viewer[1])) !== (asked.member?.id ?? null))
    faults.push(`is made for ${viewer[1] ?? 'nobody'}`)
  return faults
}

async function ask(
  fixture: Fixture,
  { url, method, headers }: Asked,
): Promise<{ status: number; headers: Headers; text: string } | string | null> {
  let request: Request
  try {
    request = new Request(`http://localhost:3000${url}`, { method, headers })
  } catch {
    return null
  }
  const answered = async () => {
    const answer = await fixture.app.app.request(request, undefined, {
      requestIP: () => ({ address: '127.0.0.1' }),
      timeout: () => {},
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve(`no answer within ${ANSWER_TIMEOUT_MS} ms`), ANSWER_TIMEOUT_MS)
  return Promise.race([answered().catch((error: unknown) => `threw ${String(error)}`), late.promise]).finally(() =>
    clearTimeout(timer),
  )
}

const MARKUP = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onfocus=alert(1) autofocus='",
  '<!--<script>',
  '\u2028</script\t>',
]

/** Writes content with hostile texts, so that they appear in titles, descriptions, texts and the JSON of pages. */
async function writeMarkup(fixture: Fixture): Promise<void> {
  const { db } = fixture.app
  const [author, ...others] = fixture.members
  const category = await createCategory(db, {
    creator: author!,
    display_name: MARKUP[0]!,
    description: MARKUP.join(' '),
  })
  fixture.add('community', category.name)
  for (const title of MARKUP) {
    const post = await createPost(db, { author: author!, category, title, content: MARKUP.join('\n\n') })
    await createComment(db, { author: others[0]!, post, content: title })
    fixture.add('post', post.id)
  }
  await db
    .update(user)
    .set({ bio: MARKUP.join(' ') })
    .where(
      inArray(
        user.id,
        fixture.members.map(({ id }) => id),
      ),
    )
}

/** Requests `count` pages generated from `seed`; returns the statuses and each kind of fault once. */
export async function runPages(
  fixture: Fixture,
  { count, seed }: { count: number; seed: number },
): Promise<{ statuses: Record<string, number>; faults: string[] }> {
  await fixture.restore()
  await writeMarkup(fixture)
  const statuses: Record<string, number> = {}
  const faults = new Map<string, string>()
  const plans = fc.sample(pagePlan, { numRuns: count, seed })
  for (let at = 0; at < plans.length; at += AT_ONCE) {
    const some = plans.slice(at, at + AT_ONCE).map((plan) => askedFor(plan, fixture))
    const answers = await Promise.all(some.map((asked) => ask(fixture, asked)))
    for (const [place, asked] of some.entries()) {
      const answer = answers[place]!
      if (answer === null) continue
      const status = typeof answer === 'string' ? 'none' : String(answer.status)
      statuses[status] = (statuses[status] ?? 0) + 1
      const found = typeof answer === 'string' ? [answer] : faultsOfPage(asked, answer, fixture)
      for (const fault of found)
        if (!faults.has(fault))
          faults.set(
            fault,
            `${status} ${fault}: ${asked.method} ${asked.url.slice(0, 300)} ` +
              `${JSON.stringify(asked.headers).slice(0, 600)}`,
          )
    }
  }
  return { statuses, faults: [...faults.values()] }
}
