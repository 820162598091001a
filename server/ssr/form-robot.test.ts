import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { genericGrantRequest, initiateDeviceAuthorization } from 'openid-client'
import { INVITING_LEVEL } from '#shared/rules/trust.ts'
import { user } from '#server/features/users/table.ts'
import { mailsTo } from '#server/features/auth/testing/mails.ts'
import { collectMails } from '#server/features/mails/testing/mails.ts'
import { codeOf, passPeriods } from '#server/features/factors/testing/authenticator-app.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { runJobs } from '#server/test/jobs.ts'
import { createBrowser, type HtmlPage } from '#server/test/forms/browser.ts'
import { EXCEPTED, memberCalls, OTHER_TARGETS } from '#server/test/forms/form-calls.ts'
import type { HtmlForm } from '#server/test/forms/html-forms.ts'
import { discover, newRequest, REDIRECT } from '#server/features/oauth/testing/relying-party.ts'
import { sealPending } from '#server/features/sign-in-services/cookies.ts'
import { createRobot } from '#server/test/forms/robot.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({ PUSH_ALLOW_PRIVATE: 'true' }, createPages(developmentAssets('http://localhost:5173')))

const PASSWORD = 'Correct-horse-7'
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const done = new Set<string>()
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

function pass(ms: number): void {
  const at = t.clock.now().getTime() + ms
  t.clock.now = () => new Date(at)
}

// Forms submitted faster than a person could are refused, so the robot waits.
const newRobot = () =>
  createRobot(
    createBrowser((url, init) => t.request(url, init)),
    { wait: () => pass(5 * SECOND), done: (call) => done.add(call) },
  )
type Robot = ReturnType<typeof newRobot>

const has =
  (...fields: string[]) =>
  ({ controls }: HtmlForm) =>
    fields.every((field) => controls.some(({ name }) => name === field))
const of = (name: string, value: number | string) => (form: HtmlForm) =>
  form.fields.some(([known, text]) => known === name && text === `${value}`) ||
  new URLSearchParams(form.action.split('?')[1]).get(name) === `${value}`
const idOf = ({ path }: HtmlPage, kind = 'post') => Number(new RegExp(`/${kind}/(\\d+)`).exec(path)![1])
const commentOf = ({ path }: HtmlPage) => Number(/comment=(\d+)/.exec(path)![1])

async function openMail(robot: Robot, email: string, part: string): Promise<void> {
  const links = (await mailsTo(t, email)).flatMap((mail) => mail.links)
  const link = links.find((one) => one.includes(part))
  if (link === undefined) throw new Error(`No mail to ${email} leads to ${part}: ${links.join(' ')}`)
  const { pathname, search } = new URL(link)
  await robot.open(pathname + search)
}

async function signUp(username: string): Promise<Robot> {
  const robot = newRobot()
  const email = `${username}@example.org`
  await robot.press('auth.register', {
    filled: { username, email, password: PASSWORD, confirmation: PASSWORD, age_confirmed: true },
  })
  await openMail(robot, email, 'verify-email')
  await robot.press('auth.verifyEmail', { from: robot.page().path })
  await robot.press('auth.logout')
  await robot.press('auth.login', { filled: { username, password: PASSWORD } })
  return robot
}

async function post(robot: Robot, community: string, title: string, more: Record<string, string> = {}) {
  await robot.open(`/submit?community=${community}`)
  const filled = { title, content: `Treść: ${title}`, ...more }
  return robot.press('posts.create', { filled, wanted: has(...Object.keys(filled)), from: robot.page().path })
}

async function writeAndJudge({ anna, bolek, celina }: Robots) {
  await anna.press('categories.create', {
    filled: { name: 'ogrody', display_name: 'Ogrody', description: 'O grządkach' },
  })
  const settings = '/r/ogrody/settings'
  await anna.press('categories.edit', { wanted: has('display_name'), filled: { display_name: 'Ogrody i sady' } })
  await anna.press('categories.setRules', { from: settings, filled: { 'rules.0.title': 'Na temat' } })
  await anna.press('categories.setFlairs', {
    from: settings,
    filled: { 'flairs.0.label': 'Pytanie', 'flairs.0.color': 'red' },
  })
  await bolek.press('categories.join', { from: '/browse-communities' })
  await celina.press('categories.join', { from: '/browse-communities' })

  const thread = await post(bolek, 'ogrody', 'Kiedy siać marchew?')
  const path = thread.path
  const postId = idOf(thread)
  await anna.press('votes.post', { from: path, wanted: of('post_id', postId) })
  await anna.press('saves.save', { from: path, wanted: of('post_id', postId) })
  await anna.press('reading.visit', { from: path, wanted: of('post_id', postId) })
  await anna.press('notifications.setThread', { from: path, wanted: of('post_id', postId), filled: { level: 'all' } })
  const first = commentOf(
    await celina.press('comments.create', {
      from: path,
      wanted: of('post_id', postId),
      filled: { content: 'W maju.' },
    }),
  )
  const reply = await bolek.press('comments.create', {
    from: path,
    wanted: of('parent_id', first),
    filled: { content: 'Dopiero?' },
  })
  await bolek.press('votes.comment', { from: path, wanted: of('comment_id', first) })
  pass(HOUR)
  await bolek.press('comments.edit', {
    from: path,
    wanted: of('comment_id', commentOf(reply)),
    filled: { content: 'Naprawdę dopiero?' },
  })
  await bolek.press('history.deleteCommentVersion', { from: path })
  await bolek.press('posts.edit', { from: path, wanted: of('post_id', postId), filled: { content: 'Nowa treść' } })
  await bolek.press('history.deletePostVersion', { from: path })
  await bolek.press('bot.respondPublic', { from: path })
  await celina.press('reports.create', {
    from: path,
    wanted: of('post_id', postId),
    filled: { reason: 'Nie na temat' },
  })
  await bolek.press('comments.remove', { from: path, wanted: of('comment_id', commentOf(reply)) })
  await celina.press('reading.hide', { from: '/r/ogrody', wanted: of('post_id', postId) })
  return { path, postId, first }
}

type Robots = Record<'anna' | 'bolek' | 'celina', Robot>
type Thread = Awaited<ReturnType<typeof writeAndJudge>>

async function meetPeople({ anna, bolek, celina }: Robots) {
  await anna.press('follows.follow', { from: '/u/bolek' })
  await anna.press('follows.unfollow', { from: '/u/bolek' })
  await celina.press('messages.send', { from: '/conversation/bolek', filled: { content: 'Cześć!' } })
  await anna.press('blocks.block', { from: '/u/celina' })
  await anna.press('blocks.unblock', { from: '/settings/privacy' })
  await runJobs(t.services)
  await bolek.press('notifications.markRead', { from: '/notifications' })
  await bolek.press('notifications.markAllRead', { from: '/notifications' })
  await bolek.press('notifications.editSettings', {
    from: '/settings/notifications',
    wanted: has('quiet_hours.from'),
    filled: { 'kinds.comment.email': true, 'quiet_hours.from': '23:00' },
  })
  const chosen = await bolek.open('/settings/notifications')
  expect(Object.fromEntries(bolek.browser.formIn(chosen, 'notifications.editSettings').fields)).toMatchObject({
    'kinds.comment.email': 'on',
    'quiet_hours.from': '23:00',
  })
  await bolek.press('notifications.editSettings', { from: '/settings/notifications', filled: { _drop: true } })
  expect((await bolek.open('/settings/notifications')).html).not.toContain('quiet_hours.from')
  await bolek.press('modmail.start', {
    from: '/r/ogrody',
    filled: { subject: 'Pytanie', text: 'Czy mogę dodać zdjęcia?' },
  })
  const thread = bolek.page().path
  await anna.press('modmail.claim', { from: thread })
  await anna.press('modmail.release', { from: thread })
  await anna.press('modmail.send', { from: thread, filled: { text: 'Tak.' } })
  await anna.press('modmail.archive', { from: thread })
  await newRobot().press('/notice', {
    from: '/notice',
    filled: {
      url: 'http://localhost:3000/post/1',
      category: 'other',
      text: 'Ten wpis narusza moje dobra osobiste i podaje nieprawdę.',
      name: 'Jan Kowalski',
      email: 'jan@example.org',
      good_faith: true,
    },
  })
}

async function moderate({ anna, bolek, celina }: Robots, { path, postId, first }: Thread) {
  const tools = `/post/${postId}?moderate=post`
  await anna.press('moderation.lock', { from: tools })
  await anna.press('moderation.lock', { from: tools })
  await anna.press('moderation.pin', { from: tools })
  await anna.press('moderation.warn', { from: tools, filled: { text: 'Spokojniej.' } })
  await anna.press('moderation.addNote', { from: tools, filled: { text: 'Raz upomniany' } })
  await anna.press('moderation.ban', { from: tools, filled: { reason_code: 'spam', days: '3' } })
  await anna.press('moderation.unban', { from: tools })
  await anna.press('moderation.remove', { from: tools, filled: { reason_code: 'spam' } })
  await bolek.press('appeals.create', { from: '/', filled: { text: 'To nie była reklama.' } })
  await anna.press('moderation.restore', { from: tools })
  await bolek.press('reports.create', { from: path, wanted: of('comment_id', first), filled: { reason: 'Spór' } })
  const queue = '/r/ogrody/queue'
  await anna.press('queue.claim', { from: queue })
  await anna.press('queue.release', { from: queue })
  await anna.press('queue.decide', { from: queue, button: ({ value }) => value !== 'remove' })
  await anna.press('queue.undo', { from: anna.page().path })
  const filters = '/r/ogrody/filters'
  const condition = { 'match.all.0.field': 'text', 'match.all.0.op': 'contains', 'match.all.0.value': 'promocja' }
  const filled = { name: 'reklamy', action: 'hold', ...condition }
  await anna.press('filters.test', { from: filters, filled })
  await anna.press('filters.create', { from: filters, filled, wanted: has('match.all.0.value') })
  await anna.press('filters.edit', { from: filters })
  await anna.press('filters.edit', { from: filters, wanted: of('is_enabled', 'true') })
  const held = await post(bolek, 'ogrody', 'Wielka promocja')
  await anna.press('moderation.approve', { from: `/post/${idOf(held)}?moderate=post` })
  await anna.press('filters.remove', { from: filters })
  const hooks = '/r/ogrody/hooks'
  await anna.press('hooks.create', { from: hooks, filled: { url: 'http://127.0.0.1/hook' } })
  await post(bolek, 'ogrody', 'Pora na pomidory')
  await anna.press('hooks.replay', { from: hooks })
  await anna.press('hooks.edit', { from: hooks, wanted: has('url') })
  await anna.press('hooks.remove', { from: hooks })
  await anna.press('moderators.invite', { from: '/r/ogrody/settings', filled: { username: 'bolek' } })
  await bolek.press('moderators.accept', { from: '/notifications' })
  await anna.press('moderators.invite', { from: '/r/ogrody/settings', filled: { username: 'celina' } })
  await celina.press('moderators.decline', { from: '/notifications' })
  await bolek.press('moderators.remove', { from: '/r/ogrody/settings' })
  await anna.open('/r/ogrody/settings')
}

async function useTheRest({ anna, bolek, celina }: Robots, { path, postId }: Thread) {
  await anna.press('posts.create', {
    from: '/submit?community=ogrody',
    wanted: has('title'),
    button: ({ text }) => text === 'Ankieta',
  })
  const asked = await anna.press('posts.create', {
    from: anna.page().path,
    wanted: has('poll.options'),
    button: ({ text }) => text === 'Opublikuj',
    filled: { title: 'Jakie pomidory?', 'poll.options': ['Malinowe', 'Koktajlowe'] },
  })
  const ballot = await bolek.open(asked.path)
  const choice = ballot.forms
    .find(({ call }) => call === 'polls.vote')!
    .controls.find(({ name }) => name === 'option_id')!
  await bolek.press('polls.vote', { from: asked.path, filled: { option_id: choice.value } })
  await bolek.press('posts.chooseFeed')
  await celina.press('comments.create', { from: path, wanted: of('post_id', postId), filled: { content: 'I buraki.' } })
  pass(HOUR)
  await collectMails(t)
  await openMail(bolek, 'bolek@example.org', '/unsubscribe?')
  await bolek.press('/unsubscribe', { from: bolek.page().path })
  await celina.press('streams.create', {
    from: '/streams',
    filled: { title: 'Z ogrodu', url: 'https://example.org/live' },
  })
  await celina.press('streams.edit', { from: celina.page().path })
  await celina.press('streams.end', { from: celina.page().path })
  await anna.press('posts.remove', { from: asked.path, wanted: of('post_id', idOf(asked)) })
  await celina.press('categories.leave', { from: '/r/ogrody' })
}

async function keepTheAccount({ anna, bolek, celina }: Robots) {
  const security = '/settings/security'
  await celina.press('users.editMe', { from: '/settings/profile' })
  await celina.press('account.edit', { from: '/settings' })
  await celina.press('invites.createOwn', { from: '/settings' })
  await celina.press('exports.request', { from: '/settings/data' })
  await celina.press('tokens.create', { from: security, filled: { name: 'Kopia' } })
  await celina.press('tokens.remove', { from: security })
  const NEW = 'Correct-horse-8'
  await celina.press('account.changePassword', {
    from: security,
    filled: { password: PASSWORD, new_password: NEW, confirmation: NEW },
  })
  const elsewhere = newRobot()
  await elsewhere.press('auth.login', { filled: { username: 'celina', password: NEW } })
  await celina.press('account.endSession', { from: security })
  await elsewhere.press('auth.login', { filled: { username: 'celina', password: NEW } })
  await celina.press('account.endOtherSessions', { from: security })
  await celina.press('account.changeEmail', {
    from: '/settings/account',
    filled: { password: NEW, email: 'nowa@example.org' },
  })
  await openMail(celina, 'nowa@example.org', 'confirm-email')
  await celina.press('account.confirmEmail', { from: celina.page().path })
  await openMail(celina, 'celina@example.org', 'undo-email')
  await celina.press('account.undoEmail', { from: celina.page().path })

  await elsewhere.press('auth.requestPasswordReset', { filled: { email: 'anna@example.org' } })
  await openMail(elsewhere, 'anna@example.org', 'reset-password')
  await elsewhere.press('auth.confirmPasswordReset', {
    from: elsewhere.page().path,
    filled: { new_password: NEW, confirmation: NEW },
  })
  await anna.press('auth.login', { filled: { username: 'anna', password: NEW } })
  await anna.press('factors.startTotp', { from: security, filled: { password: NEW } })
  const { secret } = Object.fromEntries(anna.browser.formIn(anna.page(), 'factors.confirmTotp').fields)
  const code = () => codeOf(t, secret!)
  await anna.press('factors.confirmTotp', { from: anna.page().path, filled: { code: code() } })
  passPeriods(t)
  await anna.press('auth.logout')
  await anna.press('auth.login', { filled: { username: 'anna', password: NEW }, leadsTo: 'factors.secondFactor' })
  await anna.press('factors.secondFactor', { from: anna.page().path, filled: { code: code() } })
  passPeriods(t)
  await anna.press('factors.renewRecoveryCodes', { from: security, filled: { password: NEW, code: code() } })
  passPeriods(t)
  await anna.press('factors.removeTotp', { from: security, filled: { password: NEW, code: code() } })

  await admin.adminSettings.change({ values: { terms_pl: 'Regulamin', terms_version: 2 } })
  await bolek.press('texts.accept')
  const late = newRobot()
  const filled = { username: 'danuta', email: 'danuta@example.org', password: PASSWORD, confirmation: PASSWORD }
  await late.press('auth.register', { filled: { ...filled, age_confirmed: true } })
  pass(HOUR)
  await late.press('auth.resendVerification', { from: late.page().path, filled: { email: filled.email } })
  await bolek.press('users.removeMe', { from: '/settings/data', filled: { password: PASSWORD } })
}

/** Sets the cookie with which a browser returns from the linked service, then finishes the sign-in. */
async function finishSignIns(): Promise<void> {
  const ewa = newRobot()
  const setPending = async (subject: string) =>
    ewa.browser.cookies.set(
      'pending_sign_in',
      await sealPending(
        { config: t.config, now: t.services.now, variant: 'normal' },
        {
          service: 'github',
          issuer: 'https://github.com/login/oauth',
          subject,
          email: 'ewa@example.org',
          email_verified: true,
          names: ['ewa'],
          communities: null,
          challenge: null,
          next: '/',
        },
      ),
    )
  const finish = '/sign-in/finish'
  await setPending('first')
  await ewa.press('signInServices.register', { from: finish, filled: { username: 'ewa', age_confirmed: true } })
  await setPending('second')
  await ewa.press('signInServices.link', { from: finish })
  await ewa.press('signInServices.unlink', { from: '/settings/security' })
}

/** A member registers an application; another one grants it access by code and by device, then revokes it. */
async function useProgramsOfOthers({ anna, celina }: Robots): Promise<void> {
  const developers = '/dev-info'
  const registered = await celina.press('applications.create', {
    from: developers,
    filled: { name: 'Czytnik', url: 'https://app.example', redirect_uris: REDIRECT, kind: 'public' },
  })
  const client_id = /client_id <code>([\da-f-]{36})/.exec(registered.html)![1]!
  const program = await discover(t, { client_id, client_secret: null })
  const { url } = await newRequest(program)
  const asked = await anna.open(url.pathname + url.search)
  const back = await anna.press('oauth.decide', { from: asked.path, wanted: of('decision', 'allow') })
  expect(back.location).toStartWith(`${REDIRECT}?code=`)

  const device = await initiateDeviceAuthorization(program, { scope: 'openid profile' })
  const [code] = (await anna.open('/oauth/device')).forms.filter(has('user_code'))
  const question = await anna.browser.submit(code!, { user_code: device.user_code })
  await anna.press('oauth.decideDevice', { from: question.path, wanted: of('decision', 'allow') })
  const { access_token } = await genericGrantRequest(program, 'urn:ietf:params:oauth:grant-type:device_code', {
    device_code: device.device_code,
  })
  expect(access_token).not.toBe('')

  await anna.press('grants.remove', { from: '/settings/security' })
  await celina.press('applications.remove', { from: developers })
}

/** Makes the calls that no earlier part of this test has made, on the profile page of a new member with a post. */
async function pressOtherButtons(calls: string[]): Promise<void> {
  if (calls.length === 0) return
  const dorota = await signUp('dorota')
  await dorota.press('categories.join', { from: '/browse-communities' })
  await post(dorota, 'ogrody', 'Kiedy zbierać dynie?')
  for (const call of calls) await dorota.press(call, { from: '/profile' })
}

const missing = () => memberCalls.filter((call) => !done.has(call) && !done.has(OTHER_TARGETS[call] ?? ''))

test('FORM-1 a robot following only links and forms makes every call of the contract open to members', async () => {
  const robots = { anna: await signUp('anna'), bolek: await signUp('bolek'), celina: await signUp('celina') }
  await admin.adminSettings.change({ values: { member_invites: true } })
  // Trust levels take weeks of reading and writing, so the test sets one.
  await t.db.update(user).set({ trust_level: INVITING_LEVEL }).where(eq(user.username, 'celina'))
  const thread = await writeAndJudge(robots)
  await meetPeople(robots)
  await moderate(robots, thread)
  await useTheRest(robots, thread)
  await useProgramsOfOthers(robots)
  await keepTheAccount(robots)
  await finishSignIns()
  await pressOtherButtons(missing())
  expect(missing()).toEqual([])
  // Streaming and the console need JavaScript too, but their calls are not listed in `EXCEPTED`.
  expect([...new Set(Object.values(EXCEPTED).map((why) => why.split(':')[0]!))]).toEqual(['passkeys', 'live updates'])
})
