import { expect as expectOnce, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import type { Lang } from '#shared/i18n/plural.ts'
import { categoryFlair } from '#server/features/categories/table.ts'
import { modmailMessage, modmailThread } from '#server/features/modmail/table.ts'
import { notification } from '#server/features/notifications/table.ts'
import { pollOption } from '#server/features/polls/table.ts'
import { post as postTable } from '#server/features/posts/table.ts'
import { recordVisit } from '#server/features/reading/queries.ts'
import { stream } from '#server/features/streams/table.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import {
  createCategory,
  createComment,
  createFollow,
  createMessage,
  createPost,
  createSave,
  createUser,
} from '#server/test/factories.ts'
import { pageEntries } from '#site/routes.tsx'
import { ibmViolationsOf } from '../ibm.ts'
import { ADMIN_PASSWORD, expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite({}, 'development')
const { db } = site

// Long words without a place to break. They make a narrow page scroll horizontally if its layout does not break them.
const LONG = 'Konstantynopolitańczykowianeczkówna'.repeat(3)
const viewer = await createUser(db, { username: 'm'.repeat(30), bio: `${LONG} https://example.org/${'a'.repeat(200)}` })
const other = await createUser(db, { username: 'zakwasowa_kasia_z_podkarpacia', karma: 1_234_567 })

async function uploadPicture(height: number) {
  const { cookies } = await site.storageOf({ signedInAs: other })
  const body = new FormData()
  body.append('file', new File([new Uint8Array(makePng(80, height))], 'a.png', { type: 'image/png' }))
  const headers = { authorization: `Bearer ${cookies.session}` }
  const answer = await fetch(`${site.url}/api/upload/image`, { method: 'POST', headers, body })
  const { url } = (await answer.json()) as { url: string }
  return { url, width: 80, height, placeholder: null, alt: LONG }
}

const pictures = [await uploadPicture(60), await uploadPicture(61)]

async function furnish(name: string, is_nsfw: boolean) {
  const community = await createCategory(db, {
    name,
    display_name: LONG.slice(0, 50),
    description: `${LONG} i jeszcze trochę.`,
    creator: viewer,
    is_nsfw,
  })
  const post = await createPost(db, {
    author: other,
    category: community,
    title: `${LONG} w zimnej kuchni`,
    upvotes: 12_345,
    downvotes: 7,
    content:
      `# ${LONG}\n\n${LONG}\n\n| a | b | c | d | e | f |\n|-|-|-|-|-|-|\n| ${LONG} | b | c | d | e | f ` +
      `|\n\n\`\`\`\n${LONG.repeat(3)}\n\`\`\`\n\n- [ ] x\n- https://example.org/${'b'.repeat(300)}\n\n>!ukryte!< ` +
      '~~nie~~ **tak**',
  })
  await createPost(db, { author: viewer, category: community, title: 'Krótki', content: '' })
  const [flair] = await db
    .insert(categoryFlair)
    .values({ category_id: community.id, position: 0, label: LONG.slice(0, 30), color: 'amber' })
    .returning()
  const gallery = await createPost(db, {
    author: other,
    category: community,
    title: `${LONG} na zdjęciach`,
    is_spoiler: true,
    flair_id: flair!.id,
    image_url: pictures[0]!.url,
    image_width: 80,
    image_height: 60,
    images: pictures,
  })
  const poll = await createPost(db, {
    author: other,
    category: community,
    title: `${LONG} w ankiecie`,
    poll_closes_at: new Date(Date.now() - 1_000),
    link_url: `https://example.org/${LONG}`,
    link_domain: 'example.org',
  })
  const streamer = await createUser(db, { username: `streamer_${is_nsfw ? 'dla_doroslych' : 'z_ogrodu'}` })
  const announced = await createPost(db, { author: streamer, category: community, title: `${LONG} na żywo` })
  const [live] = await db
    .insert(stream)
    .values({
      user_id: streamer.id,
      category_id: community.id,
      post_id: announced.id,
      title: announced.title,
      stream_type: 'hls',
      url: `https://live.example.org/${LONG}/index.m3u8`,
      viewer_count: 12_345,
    })
    .returning()
  await db.update(postTable).set({ stream_id: live!.id }).where(eq(postTable.id, announced.id))
  await db.insert(pollOption).values([
    { post_id: poll.id, text: LONG.slice(0, 100), votes: 12_345 },
    { post_id: poll.id, text: 'Nie', votes: 1 },
  ])
  await recordVisit(db, viewer.id, post.id, new Date(Date.now() - 60_000))
  let parent = await createComment(db, { author: other, post, content: `Zaczyn ${LONG}` })
  for (const depth of [2, 3, 4, 5, 6])
    parent = await createComment(db, { author: depth % 2 ? viewer : other, parent, content: `Poziom ${depth} ${LONG}` })
  await createSave(db, viewer, post)
  await db
    .insert(notification)
    .values({ user_id: viewer.id, kind: 'comment_reply', actor_id: other.id, post_id: post.id, comment_id: parent.id })
  return { community, post, gallery, poll, flair: flair!.id, comment: parent.id, stream: live!, announced }
}

const normal = await furnish('gotowanie_na_zakwasie', false)
const adult = await furnish('tylko_dla_doroslych__', true)
await createFollow(db, other, viewer)
await createFollow(db, viewer, other)
await createMessage(db, other, viewer, { content: LONG })
await createMessage(db, viewer, other, { content: `https://example.org/${'c'.repeat(300)}`, read_at: new Date() })

type Screen = {
  at: (variant: 'normal' | 'adult') => string
  /** A request of the page that gets no response. */
  unanswered?: string
} & Record<Lang, { heading: string; title: string }>

const question = { category_id: normal.community.id, last_message_at: new Date(), last_text: LONG }
const [mail, request] = await db
  .insert(modmailThread)
  .values([
    { ...question, member_id: viewer.id, subject: LONG.slice(0, 100) },
    { ...question, member_id: other.id, subject: 'Prośba' },
  ])
  .returning()
const said = { text: LONG, text_html: `<p>${LONG}</p>`, renderer_version: 1_000 }
await db.insert(modmailMessage).values([
  { ...said, thread_id: mail!.id, author_id: viewer.id, is_staff: false },
  { ...said, thread_id: mail!.id, is_staff: true },
  { ...said, thread_id: request!.id, author_id: other.id, is_staff: false },
  { ...said, thread_id: request!.id, author_id: viewer.id, is_staff: true, is_note: true },
])

const of = (variant: 'normal' | 'adult') => (variant === 'adult' ? adult : normal)
const heads = (heading: string, title = heading) => ({ heading, title: `${title} - Wątek` })
const fixed = (path: string, pl: ReturnType<typeof heads>, en: ReturnType<typeof heads>): Screen => ({
  at: () => path,
  pl,
  en,
})
await fetch(`${site.url}/api/admin/settings`, {
  method: 'PATCH',
  headers: { 'content-type': 'application/json', 'x-admin-password': ADMIN_PASSWORD },
  body: JSON.stringify({ values: { site_rules_pl: 'Zasady', terms_pl: 'Regulamin', imprint_pl: 'Wydawca' } }),
})

const POST = heads(normal.post.title)
const COMMUNITY = heads(normal.community.display_name)

/** Every route of site/routes.tsx needs an entry here. */
const SCREENS: Record<string, Screen> = {
  '/': fixed('/?sort=new', heads('Wszystkie rozmowy', 'Najnowsze'), heads('All conversations', 'Newest')),
  '/post/:id': { at: (variant) => `/post/${of(variant).post.id}`, pl: POST, en: POST },
  '/post/:id/transcript': {
    at: (variant) => `/post/${of(variant).post.id}/transcript`,
    pl: heads('Transkrypcja filmu', `Transkrypcja filmu: ${normal.post.title}`),
    en: heads('Transcript of a video', `Transcript of the video: ${normal.post.title}`),
  },
  '/submit': {
    at: (variant) => `/submit?community=${of(variant).community.name}`,
    pl: heads('Nowy post'),
    en: heads('New post'),
  },
  '/login': fixed('/login?next=%2Fsubmit', heads('Witaj ponownie', 'Zaloguj się'), heads('Welcome back', 'Log in')),
  '/register': fixed('/register', heads('Załóż konto'), heads('Create an account')),
  '/sign-in/finish': fixed('/sign-in/finish', heads('Dokończ logowanie'), heads('Finish signing in')),
  '/verify-email-sent': fixed('/verify-email-sent', heads('Sprawdź pocztę'), heads('Check your e-mail')),
  '/verify-email': fixed(
    '/verify-email',
    heads('Nie udało się potwierdzić adresu', 'Potwierdzenie adresu e-mail'),
    heads('The address could not be confirmed', 'E-mail verification'),
  ),
  '/verify-email-login': {
    ...fixed(
      '/verify-email-login?token=x&email=x@example.org',
      heads('Potwierdzenie adresu e-mail'),
      heads('E-mail verification'),
    ),
    unanswered: '**/api/auth/verify-email?*',
  },
  '/forgot-password': fixed('/forgot-password', heads('Nie pamiętasz hasła?'), heads('Forgot your password?')),
  '/reset-password': fixed('/reset-password?token=x', heads('Ustaw nowe hasło'), heads('Set a new password')),
  '/r/:name': { at: (variant) => `/r/${of(variant).community.name}`, pl: COMMUNITY, en: COMMUNITY },
  '/r/:name/log': {
    at: (variant) => `/r/${of(variant).community.name}/log`,
    pl: heads('Dziennik moderacji'),
    en: heads('Moderation log'),
  },
  '/r/:name/settings': {
    at: (variant) => `/r/${of(variant).community.name}/settings`,
    pl: heads('Ustawienia społeczności'),
    en: heads('Community settings'),
  },
  '/r/:name/queue': {
    at: (variant) => `/r/${of(variant).community.name}/queue`,
    pl: heads(`Kolejka r/${normal.community.name}`),
    en: heads(`Queue of r/${adult.community.name}`),
  },
  '/r/:name/filters': {
    at: (variant) => `/r/${of(variant).community.name}/filters`,
    pl: heads(`Filtry r/${normal.community.name}`),
    en: heads(`Filters of r/${adult.community.name}`),
  },
  '/r/:name/hooks': {
    at: (variant) => `/r/${of(variant).community.name}/hooks`,
    pl: heads(`Webhooki r/${normal.community.name}`),
    en: heads(`Web hooks of r/${adult.community.name}`),
  },
  '/u/:username': fixed(
    `/u/${other.username}?tab=comments`,
    heads(`u/${other.username}`),
    heads(`u/${other.username}`),
  ),
  '/u/:username/followers': fixed(
    `/u/${other.username}/followers`,
    heads(`Kto obserwuje u/${other.username}`),
    heads(`People who follow u/${other.username}`),
  ),
  '/profile': fixed('/profile', heads(`u/${viewer.username}`), heads(`u/${viewer.username}`)),
  '/decisions': fixed('/decisions', heads('Decyzje'), heads('Decisions')),
  '/confirm-email': fixed(
    '/confirm-email?token=x',
    heads('Potwierdź nowy adres e-mail'),
    heads('Confirm your new e-mail address'),
  ),
  '/undo-email': fixed(
    '/undo-email?token=x',
    heads('Cofnij zmianę adresu e-mail'),
    heads('Undo the change of your e-mail address'),
  ),
  '/settings': fixed('/settings', heads('Ustawienia'), heads('Settings')),
  '/settings/profile': fixed('/settings/profile', heads('Profil'), heads('Profile')),
  '/settings/account': fixed('/settings/account', heads('Konto'), heads('Account')),
  '/settings/security': fixed('/settings/security', heads('Bezpieczeństwo'), heads('Security')),
  '/settings/notifications': fixed('/settings/notifications', heads('Powiadomienia'), heads('Notifications')),
  '/settings/privacy': fixed('/settings/privacy', heads('Prywatność'), heads('Privacy')),
  '/settings/data': fixed('/settings/data', heads('Dane'), heads('Data')),
  '/create-community': fixed('/create-community', heads('Nowa społeczność'), heads('New community')),
  '/browse-communities': fixed('/browse-communities', heads('Społeczności'), heads('Communities')),
  '/search': fixed(
    '/search?q=konstantynopol',
    heads('Wyniki dla: konstantynopol'),
    heads('Results for: konstantynopol'),
  ),
  '/saved': fixed('/saved', heads('Zapisane posty'), heads('Saved posts')),
  '/messages': fixed('/messages', heads('Wiadomości'), heads('Messages')),
  '/conversation/:username': fixed(
    `/conversation/${other.username}`,
    heads(other.username, `Rozmowa: ${other.username}`),
    heads(other.username, `Conversation: ${other.username}`),
  ),
  '/modmail/new': fixed('/modmail/new', heads('Wiadomość do administracji'), heads('Message to the admins')),
  '/modmail/:id': fixed(`/modmail/${mail!.id}`, heads(LONG.slice(0, 100)), heads(LONG.slice(0, 100))),
  '/notifications': fixed('/notifications', heads('Powiadomienia'), heads('Notifications')),
  '/moderator-invites': fixed(
    '/moderator-invites',
    heads('Zaproszenia do moderowania'),
    heads('Invitations to moderate'),
  ),
  '/streams': fixed('/streams', heads('Transmisje'), heads('Streams')),
  '/streams/new': fixed('/streams/new', heads('Nowa transmisja'), heads('New stream')),
  '/stream/:id': {
    at: (variant) => `/stream/${of(variant).stream.id}`,
    pl: heads(normal.announced.title),
    en: heads(normal.announced.title),
  },
  '/wpoints': fixed('/wpoints', heads('Punkty Wątek'), heads('Wątek points')),
  '/notice': fixed('/notice?url=%2Fpost%2F1', heads('Zgłoś treść niezgodną z prawem'), heads('Report illegal content')),
  '/transparency': fixed(
    '/transparency',
    heads(`Przejrzystość moderacji ${new Date().getUTCFullYear()}`),
    heads(`Transparency of moderation ${new Date().getUTCFullYear()}`),
  ),
  '/former-account': fixed(
    '/former-account?token=x',
    heads('Twoje konto z dawnego forum'),
    heads('Your account of the former forum'),
  ),
  '/unsubscribe': fixed('/unsubscribe?token=x', heads('Ten link nie działa'), heads('This link does not work')),
  '/dev-info': fixed('/dev-info', heads('Dla programistów'), heads('For developers')),
  '/oauth/device': fixed('/oauth/device', heads('Podłącz urządzenie'), heads('Connect a device')),
  '/oauth/authorize': fixed(
    '/oauth/authorize',
    heads('Ta prośba o zgodę jest błędna', 'Zgoda dla aplikacji'),
    heads('This request for permission is wrong', 'Permission for an application'),
  ),
  '/offline': fixed('/offline', heads('Bez sieci'), heads('Without a network')),
  '/outbox': fixed('/outbox', heads('Czeka na sieć'), heads('Waiting for the network')),
  '/rules': fixed('/rules', heads('Zasady serwisu'), heads('Site rules')),
  '/terms': fixed('/terms', heads('Regulamin'), heads('Terms of use')),
  '/accessibility': fixed('/accessibility', heads('Dostępność'), heads('Accessibility')),
  '/imprint': fixed('/imprint', heads('Dane wydawcy'), heads('Imprint')),
  '/privacy-policy': fixed('/privacy-policy', heads('Polityka prywatności'), heads('Privacy Policy')),
}

const screen = (at: Screen['at'], pl: string, en = pl) => ({ at, pl: heads(pl), en: heads(en) })
const results = (q: string, tab: string) =>
  fixed(`/search?q=${encodeURIComponent(q)}&tab=${tab}`, heads(`Wyniki dla: ${q}`), heads(`Results for: ${q}`))

/** Further screens of routes that show several different screens. */
const FURTHER: Record<string, Screen> = {
  'of joined communities': screen(() => '/?feed=joined&sort=top&window=week', 'Moje społeczności', 'My communities'),
  'of people one follows': screen(() => '/?feed=following&hide_read=true', 'Obserwowani', 'People I follow'),
  'of threads with moderators': screen(() => '/messages?section=moderators', 'Wiadomości', 'Messages'),
  'of a thread of the team': screen(() => `/modmail/${request!.id}`, 'Prośba'),
  'of a flair': {
    at: (variant) => `/r/${of(variant).community.name}?flair=${of(variant).flair}`,
    pl: COMMUNITY,
    en: COMMUNITY,
  },
  'of a gallery under a spoiler': screen((variant) => `/post/${of(variant).gallery.id}`, normal.gallery.title),
  'of a link and a poll': screen((variant) => `/post/${of(variant).poll.id}`, normal.poll.title),
  'of a comment with context': {
    at: (variant) => `/post/${of(variant).post.id}?sort=controversial&comment=${of(variant).comment}`,
    pl: POST,
    en: POST,
  },
  'of found comments': results('konstantynopol', 'comments'),
  'of found communities': results('gotowanie', 'communities'),
  'of an invalid query': results('has:everything', 'posts'),
}

const pages = await Promise.all(
  pageEntries
    .filter(({ file }) => !file.startsWith('site/pages/admin'))
    .map(async ({ paths, module }) => ({
      path: paths[0]!,
      screen: SCREENS[paths[0]!]!,
      isForGuests: (await module()).page.guard === 'guest',
    })),
)
const further = Object.entries(FURTHER).map(([path, screen]) => ({ path, screen, isForGuests: false }))

/**
 * Shows a page without animations, during which axe would measure wrong colours. Pages without unanswered requests are
 * shared, since intercepting requests disables the cache of the browser.
 */
async function show(
  screen: Screen,
  isForGuests: boolean,
  options: { lang?: Lang; variant?: 'normal' | 'adult' },
): Promise<Page> {
  const { at, unanswered } = screen
  const page = await site.newPage({
    ...options,
    shared: unanswered === undefined,
    width: 360,
    signedInAs: isForGuests ? undefined : viewer,
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (unanswered !== undefined) await page.route(unanswered, () => {})
  await page.goto(at(options.variant ?? 'normal'))
  await untilHydrated(page)
  return page
}

const inTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)

test.each([...pages, ...further])(
  'GEN-1 A11Y-2 the page $path has heading and title in both languages, fits 360 px, and passes axe and IBM checks',
  async ({ path, screen, isForGuests }) => {
    const { pl, en } = screen
    const page = await show(screen, isForGuests, { lang: 'pl' })
    await expect(page.getByRole('heading', { level: 1 })).toContainText(pl.heading)
    await expect(page).toHaveTitle(pl.title)
    await site.check(page)
    expectOnce(await ibmViolationsOf(page)).toEqual([])
    await inTheme(page, 'dark')
    await site.checkColours(page)

    // Members authorize OAuth applications on the normal host only, to which the adult host redirects.
    const variant = path === '/oauth/authorize' ? 'normal' : 'adult'
    const adults = await show(screen, isForGuests, { lang: 'en', variant })
    await expect(adults.getByRole('heading', { level: 1 })).toContainText(en.heading)
    await expect(adults).toHaveTitle(en.title)
    await site.checkColours(adults)
  },
)
