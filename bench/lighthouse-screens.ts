import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright'
import { print } from '#server/commands/console.ts'
import { freePort } from '#server/lib/free-port.ts'
import { makeMp4 } from '#server/media/testing/videos.ts'
import { paths } from '#shared/paths.ts'
import { pageEntries } from '#site/routes.tsx'
import { tabsOf } from '#shared/admin/tabs.ts'
import { ADMIN_PASSWORD } from './fixture.ts'
import { busiestPost, enterPanel, signIn, type DemoForum } from './demo-forum.ts'
import { runLighthouse } from './run-lighthouse.ts'

type Audit = { id: string; title: string; score: number | null; scoreDisplayMode: string; details?: { items?: Item[] } }
type Item = { node?: { selector: string; snippet: string } }
type Report = {
  runtimeError?: { message: string }
  finalDisplayedUrl: string
  categories: { accessibility: { score: number | null; auditRefs: { id: string; weight: number }[] } }
  audits: Record<string, Audit>
}

/** Runs Lighthouse in the profile of a running browser, so that it sees what a member sees. */
const rate = (url: string, port: number) =>
  runLighthouse<Report>(url, [
    '--only-categories=accessibility',
    '--throttling-method=provided',
    '--disable-storage-reset',
    '--disable-full-page-screenshot',
    // Lighthouse waits until the network is quiet, and it never is with an open event stream.
    '--blocked-url-patterns=*/api/events*',
    // Some screens have an error status, such as the screen for a link that was already used.
    '--ignore-status-code',
    `--port=${port}`,
  ])

function faultsOf({ audits, categories }: Report): string[] {
  return categories.accessibility.auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id]!.score !== null && audits[id]!.score < 1)
    .map(({ id }) => {
      const nodes = (audits[id]!.details?.items ?? []).flatMap(({ node }) => node?.selector ?? [])
      return `${id}: ${nodes.slice(0, 3).join(' | ')}`
    })
}

const community = 'polska'

async function createMissing({ origin, admin }: DemoForum): Promise<Record<string, string>> {
  let token = ''
  async function call<T>(path: string, body: FormData | object): Promise<T> {
    const isForm = body instanceof FormData
    const headers = { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) }
    const answer = await fetch(origin + path, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  async function upload(kind: string, content: BlobPart, name: string): Promise<string> {
    const form = new FormData()
    form.set('file', new File([content], name))
    return (await call<{ url: string }>(`/api/upload/${kind}`, form)).url
  }
  const login = { username: admin.name, password: admin.password }
  token = (await call<{ access_token: string }>('/api/auth/login', login)).access_token
  const categories = (await (await fetch(`${origin}/api/categories?limit=100`)).json()) as {
    id: number
    name: string
  }[]
  const post = await call<{ id: number }>('/api/posts', {
    title: 'Film z napisami',
    category_id: categories.find(({ name }) => name === community)!.id,
    video_url: await upload('video', Uint8Array.from(makeMp4()), 'a.mp4'),
    captions_url: await upload('captions', 'WEBVTT\n\n00:01.000 --> 00:02.000\nDzień dobry\n', 'a.vtt'),
    captions_lang: 'pl',
    video_alt: 'Kot goni kulę światła.',
  })
  const mail = { category_id: null, subject: 'Pytanie', text: 'Jak zmienić nazwę?' }
  const { thread } = await call<{ thread: { id: number } }>('/api/modmail', mail)
  return { '/post/:id/transcript': paths.transcript(post.id), '/modmail/:id': paths.modmail(thread.id) }
}

async function screensOf(forum: DemoForum): Promise<string[]> {
  const { origin, login } = forum
  const get = async (path: string) => (await fetch(origin + path)).json() as Promise<Record<string, { id: number }[]>>
  const post = await busiestPost(origin)
  const { streams } = await get('/api/streams')
  const given: Record<string, string> = {
    ...(await createMissing(forum)),
    '/post/:id': post,
    '/conversation/:username': '/conversation/marek_beskid',
    '/stream/:id': `/stream/${streams?.[0]?.id ?? 1}`,
    '/search': '/search?q=chleb',
    '/login': '/login?next=%2Fsubmit',
  }
  const site = pageEntries
    .map(({ paths }) => paths[0]!)
    .filter((path) => !path.startsWith('/admin'))
    .map((path) => given[path] ?? path.replace(':name', community).replace(':username', login.name))
  const forms = ['reply', 'report', 'share', 'confirm', 'edit'].map((name) =>
    name === 'confirm' ? `${post}?confirm=delete-post` : `${post}?${name}=post`,
  )
  const panel = ['/admin/login', ...tabsOf('admin').map((tab) => `/admin?tab=${tab}`)]
  const unfilled = site.filter((path) => path.includes('/:'))
  if (unfilled.length > 0) throw new Error(`These pages need values for their parameters: ${unfilled.join(' ')}`)
  return [...site, ...forms, '/?lite=1', `${post}?lite=1`, '/?lite=0', ...panel]
}

/** Rules, terms and imprint have a screen only if the operator has written them. */
async function writeTexts(origin: string): Promise<void> {
  await fetch(`${origin}/api/admin/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'x-admin-password': ADMIN_PASSWORD },
    body: JSON.stringify({ values: { site_rules_pl: 'Zasady', terms_pl: 'Regulamin', imprint_pl: 'Wydawca' } }),
  })
}

async function openProfile(folder: string, port: number): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROME_PATH,
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu'],
    locale: 'pl-PL',
  })
}

/** Returns whether every score is 100. */
export async function rateScreens(forum: DemoForum, only: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'watek-profile-'))
  const port = await freePort()
  const context = await openProfile(folder, port)
  const below: string[] = []
  try {
    await writeTexts(forum.origin)
    const guests = ['/login', '/register', '/forgot-password', '/reset-password'].filter((path) => path.includes(only))
    const screens = (await screensOf(forum)).filter((path) => path.includes(only) && !guests.includes(path))
    const note = async (path: string) => {
      const report = await rate(forum.origin + path, port)
      const score = report.categories.accessibility.score
      const faults = report.runtimeError ? [report.runtimeError.message] : faultsOf(report)
      print(`${path}: ${score === null ? 'no score' : Math.round(score * 100)}${faults.map((one) => `\n    ${one}`)}`)
      if (score !== 1) below.push(path)
    }
    for (const path of guests) await note(path)
    await signIn(context, { origin: forum.origin, login: forum.admin })
    await enterPanel(context, forum)
    for (const path of screens) await note(path)
    print(
      `${screens.length + guests.length - below.length} screens have 100, ${below.length} have not: ${below.join(' ')}`,
    )
    return below.length === 0
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}
