import type { Endpoint } from '#shared/api/contract.ts'
import type { Api } from '#shared/api/index.ts'
import { publicContract } from '#shared/api/public.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { makeMp4 } from '#server/media/testing/videos.ts'
import { linkTo } from '#server/features/auth/testing/mails.ts'
import { ADMIN_PASSWORD, type TestApp } from '#server/test/app.ts'
import { createCategory, createUser } from '#server/test/factories.ts'
import { signUnsubscribeToken } from '#server/features/mails/unsubscribe-token.ts'
import { challengeOf, codeOf } from '#server/features/factors/testing/authenticator-app.ts'
import { inputFrom } from '#server/test/inputs.ts'
import { recordingClient, type Recorded } from './record.ts'
import { WITHOUT_EXAMPLE } from './without-example.ts'

const PASSWORD = 'Haslo1234'

type Cast = Record<'visitor' | 'ola' | 'jan' | 'zenek' | 'staff', Api> & {
  t: TestApp
  ids: Record<'ola' | 'jan' | 'zenek', number>
}

const picture = (width: number) => new File([makePng(width, 60)], 'picture.png', { type: 'image/png' })

export async function play(t: TestApp): Promise<Recorded> {
  const recorded: Recorded = new Map()
  const ola = await createUser(t.db, { username: 'ola', password: PASSWORD, bio: 'Ogrody i rowery.', trust_level: 3 })
  const jan = await createUser(t.db, { username: 'jan', password: PASSWORD, trust_level: 3, is_admin: true })
  const zenek = await createUser(t.db, { username: 'zenek', password: PASSWORD })
  const bearer = async (user: { id: number }) => ({ authorization: `Bearer ${await t.bearerOf(user)}` })
  const cast: Cast = {
    t,
    visitor: recordingClient(t, recorded, {}),
    ola: recordingClient(t, recorded, await bearer(ola)),
    jan: recordingClient(t, recorded, await bearer(jan)),
    zenek: recordingClient(t, recorded, await bearer(zenek)),
    staff: recordingClient(t, recorded, { 'x-admin-password': ADMIN_PASSWORD }),
    ids: { ola: ola.id, jan: jan.id, zenek: zenek.id },
  }
  await signIn(cast)
  const made = await write(cast)
  await read(cast, made)
  await converse(cast, made)
  await moderate(cast, made)
  await ownAccount(cast)
  await administer(cast, made)
  await administerMore(cast, made)
  await secure(cast)
  await makeOtherCalls(cast, made, recorded)
  await remove(cast, made)
  return recorded
}

async function signIn({ visitor, ola, t }: Cast) {
  await visitor.auth.registration()
  await visitor.auth.checkUsername({ username: 'ewa' })
  await visitor.auth.register({ username: 'ewa', email: 'ewa@example.org', password: PASSWORD })
  await visitor.auth.resendVerification({ email: 'ewa@example.org' })
  const { token } = await linkTo(t, 'ewa@example.org')
  await visitor.auth.verifyEmail({ token })
  await visitor.auth.login({ username: 'ola', password: PASSWORD })
  await ola.auth.openSession()
  await visitor.auth.requestPasswordReset({ email: 'ola@example.org' })
  await visitor.auth.closeSession()
}

async function write({ ola, jan, t }: Cast) {
  const community = await ola.categories.create({
    name: 'ogrody',
    display_name: 'Ogrody',
    description: 'O roślinach, które rosną same.',
  })
  await jan.categories.join({ category_id: community.id })
  const { flairs } = await ola.categories.setFlairs({
    category_id: community.id,
    flairs: [{ label: 'Pytanie', color: 'teal' }],
  })
  await ola.categories.setRules({
    category_id: community.id,
    rules: [{ title: 'Na temat', text: 'Piszemy o ogrodach.' }],
  })
  const image = await ola.uploads.image({ file: picture(80) })
  await ola.uploads.video({ file: new File([makeMp4()], 'video.mp4', { type: 'video/mp4' }) })
  const captions = 'WEBVTT\n\n00:01.000 --> 00:03.000\nKrokusy sadzę we wrześniu.\n'
  await ola.uploads.captions({ file: new File([captions], 'napisy.vtt', { type: 'text/vtt' }) })
  const post = await ola.posts.create({
    title: 'Kiedy sadzić krokusy?',
    content: 'U mnie **we wrześniu**, a u Was?',
    category_id: community.id,
    flair_id: flairs[0]!.id,
  })
  await ola.posts.edit({ post_id: post.id, content: 'U mnie **we wrześniu**. A u Was?' })
  const shown = await jan.posts.create({
    title: 'Moja grządka',
    category_id: community.id,
    link_url: 'https://example.org/grzadka',
  })
  const poll = await jan.posts.create({
    title: 'Co w tym roku?',
    category_id: community.id,
    poll: { options: ['Dynie', 'Fasola'], hours: 48 },
  })
  await ola.posts.create({
    title: 'Krokusy już kwitną',
    category_id: community.id,
    images: [{ url: image.url, alt: 'Fioletowe kwiaty' }],
  })
  const comment = await jan.comments.create({ post_id: post.id, content: 'Też we wrześniu, @ola.' })
  await jan.comments.edit({ comment_id: comment.id, content: 'Też we wrześniu, @ola!' })
  const reply = await ola.comments.create({ post_id: post.id, parent_id: comment.id, content: 'Dziękuję.' })
  await ola.polls.vote({ post_id: poll.id, option_id: poll.poll!.options[0]!.id })
  const home = await createCategory(t.db, { name: 'rowery', display_name: 'Rowery', creator: null })
  return { community, post, shown, poll, comment, reply, home }
}

type Made = Awaited<ReturnType<typeof write>>

async function read({ visitor, ola, jan, ids }: Cast, { community, post, comment, reply, home }: Made) {
  await jan.votes.post({ post_id: post.id, value: 1 })
  await ola.votes.comment({ comment_id: comment.id, value: 1 })
  await jan.saves.save({ post_id: post.id, saved: true })
  await jan.saves.isSaved({ post_id: post.id })
  await jan.posts.saved()
  await jan.reading.visit({ post_id: post.id })
  await jan.reading.hide({ post_id: post.id, hidden: false })
  await visitor.posts.list({ sort: 'new', limit: 2 })
  await visitor.posts.get({ post_id: post.id })
  await visitor.posts.search({ q: 'krokusy' })
  await visitor.posts.byLink({ url: 'https://example.org/grzadka' })
  await visitor.search.find({ q: 'krokusy', type: 'posts' })
  await visitor.comments.list({ post_id: post.id })
  await visitor.comments.context({ comment_id: reply.id })
  await visitor.history.post({ post_id: post.id })
  await visitor.history.comment({ comment_id: comment.id })
  await visitor.categories.list()
  await visitor.categories.byName({ name: 'ogrody' })
  await visitor.categories.about({ category_id: community.id })
  await visitor.categories.rules({ category_id: community.id })
  await visitor.categories.flairs({ category_id: community.id })
  await visitor.categories.creator({ category_id: community.id })
  await jan.categories.membership({ category_id: community.id })
  await jan.categories.joined()
  await jan.categories.join({ category_id: home.id })
  await jan.categories.leave({ category_id: home.id })
  await visitor.lookups.posts({ ids: `${post.id}` })
  await visitor.lookups.comments({ ids: `${comment.id},${reply.id}` })
  await visitor.lookups.users({ ids: `${ids.ola},${ids.jan}` })
  await visitor.lookups.categories({ ids: `${community.id}` })
  await visitor.users.get({ username: 'ola' })
  await visitor.users.comments({ username: 'jan' })
  await visitor.users.search({ q: 'ol' })
  await jan.follows.follow({ user_id: ids.ola })
  await jan.follows.isFollowing({ user_id: ids.ola })
  await visitor.follows.followers({ user_id: ids.ola })
  await visitor.follows.following({ user_id: ids.jan })
  await visitor.points.leaderboard()
  await visitor.transparency.get()
  await visitor.announcements.list()
  await visitor.ads.list({ place: 'home' })
  await ola.markdown.preview({ content: '**Krokusy** >!kwitną!<' })
  await jan.posts.chooseFeed({ feed: 'joined' })
}

async function converse({ ola, jan, ids }: Cast, { community, post }: Made) {
  await jan.messages.send({ recipient_id: ids.ola, content: 'Cześć! Masz cebulki na wymianę?' })
  await ola.messages.list()
  await ola.messages.conversations()
  await ola.messages.unreadCount()
  await ola.messages.unreadCountShort()
  await ola.messages.conversation({ username: 'jan' })
  await ola.uploads.messageImage({ image: picture(81) })
  await ola.notifications.count()
  const [latest] = await ola.notifications.list()
  await ola.notifications.page()
  await ola.notifications.markRead({ notification_id: latest!.id })
  await ola.notifications.markAllRead()
  await ola.notifications.settings()
  await ola.notifications.editSettings({ kinds: { reply: { email: true } }, digest: 'weekly' })
  await ola.notifications.thread({ post_id: post.id })
  await ola.notifications.setThread({ post_id: post.id, level: 'replies' })
  const { thread } = await jan.modmail.start({
    category_id: community.id,
    subject: 'Pytanie',
    text: 'Można o kaktusach?',
  })
  await ola.modmail.list()
  await ola.modmail.get({ thread_id: thread.id })
  await ola.modmail.claim({ thread_id: thread.id })
  await ola.modmail.send({ thread_id: thread.id, text: 'Można.' })
  await ola.modmail.release({ thread_id: thread.id })
  await ola.modmail.archive({ thread_id: thread.id, archived: true })
}

async function moderate(cast: Cast, { community, post, shown, comment }: Made) {
  const { visitor, ola, jan, zenek, ids } = cast
  await zenek.categories.join({ category_id: community.id })
  await zenek.reports.create({ post_id: shown.id, reason: 'To reklama' })
  const { items } = await ola.queue.list()
  await ola.queue.claim({ item_id: items[0]!.id })
  await ola.queue.release({ item_id: items[0]!.id })
  await ola.queue.decide({ item_id: items[0]!.id, decision: 'keep' })
  await jan.reports.create({ post_id: post.id, reason: 'Pytanie było już wczoraj' })
  const { decision } = await ola.moderation.remove({
    comment_id: comment.id,
    reason_code: 'off_topic',
    text: 'Nie na temat.',
  })
  await jan.decisions.mine()
  await jan.appeals.create({ decision_id: decision.id, text: 'To było jak najbardziej na temat, proszę zajrzeć.' })
  await ola.moderation.restore({ comment_id: comment.id })
  const locked = await ola.moderation.remove({ comment_id: comment.id, reason_code: 'spam' })
  await ola.queue.undo({ decision_id: locked.decision.id })
  await ola.moderation.lock({ post_id: post.id, locked: true })
  await ola.moderation.lock({ post_id: post.id, locked: false })
  await ola.moderation.pin({ post_id: shown.id, pinned: true })
  await ola.moderation.approve({ post_id: shown.id })
  await visitor.decisions.ofCategory({ category_id: community.id })
  await ola.moderation.warn({ user_id: ids.zenek, category_id: community.id, text: 'Proszę pisać na temat.' })
  await ola.moderation.addNote({ user_id: ids.zenek, category_id: community.id, text: 'Ostrzeżony w marcu.' })
  await ola.moderation.notes({ user_id: ids.zenek, category_id: community.id })
  await ola.moderation.ban({ user_id: ids.zenek, category_id: community.id, days: 7, reason_code: 'spam' })
  await ola.moderation.unban({ user_id: ids.zenek, category_id: community.id })
  const match = { any: [{ field: 'text' as const, op: 'contains' as const, value: 'kasyno' }] }
  const filter = await ola.filters.create({ category_id: community.id, name: 'Kasyna', action: 'hold', match })
  await ola.filters.list({ category_id: community.id })
  await ola.filters.test({ category_id: community.id, match, days: 7 })
  await ola.filters.edit({ filter_id: filter.id, is_enabled: false })
  await ola.filters.remove({ filter_id: filter.id })
  const { hook } = await ola.hooks.create({
    category_id: community.id,
    url: 'https://1.1.1.1/hook',
    events: ['post.created'],
  })
  await ola.hooks.list({ category_id: community.id })
  await ola.hooks.edit({ hook_id: hook.id, is_enabled: false })
  await ola.hooks.deliveries({ hook_id: hook.id })
  await ola.hooks.remove({ hook_id: hook.id })
  const { invite_id } = await ola.moderators.invite({ category_id: community.id, username: 'zenek' })
  await zenek.moderators.decline({ invite_id })
  const second = await ola.moderators.invite({ category_id: community.id, username: 'jan' })
  await jan.moderators.invites()
  await jan.moderators.accept({ invite_id: second.invite_id })
  await visitor.moderators.list({ category_id: community.id })
  await ola.moderators.remove({ category_id: community.id, user_id: ids.jan })
  await ola.categories.edit({ category_id: community.id, description: 'O roślinach.' })
  await visitor.notices.create({
    url: `http://localhost:3000/post/${shown.id}`,
    category: 'illegal',
    text: 'Ten wpis powiela bez zgody moje zdjęcie.',
    good_faith: true,
  })
}

async function ownAccount({ ola, jan, ids }: Cast) {
  await ola.users.me()
  await ola.users.editMe({ bio: 'Ogrody, rowery i kawa.' })
  await ola.account.get()
  await ola.account.edit({ message_policy: 'followed' })
  const { sessions } = await ola.account.sessions()
  await ola.account.endSession({ session_id: sessions.find(({ is_current }) => !is_current)!.id })
  await ola.account.endOtherSessions()
  await ola.account.changeEmail({ email: 'ola.nowa@example.org', password: PASSWORD })
  await ola.account.changePassword({ password: PASSWORD, new_password: 'Haslo12345' })
  await ola.factors.startTotp({ password: 'Haslo12345' })
  await ola.factors.passkeyOptions({ password: 'Haslo12345' })
  await ola.factors.passkeyLoginOptions()
  await ola.exports.request()
  await ola.exports.get()
  const made = await ola.tokens.create({ name: 'Kopia zapasowa', scopes: ['read'] })
  await ola.tokens.list()
  await ola.tokens.remove({ token_id: made.id })
  await ola.points.mine()
  await ola.points.transactions()
  await ola.invites.mine()
  await jan.blocks.block({ user_id: ids.zenek })
  await jan.blocks.isBlocked({ user_id: ids.zenek })
  await jan.blocks.list()
  await jan.blocks.unblock({ user_id: ids.zenek })
  await ola.texts.acceptances()
  const stream = await ola.streams.create({ title: 'Przesadzamy krokusy', url: 'https://example.org/live' })
  await ola.streams.list()
  await ola.streams.get({ stream_id: stream.id })
  await ola.streams.edit({ stream_id: stream.id, title: 'Przesadzamy krokusy i tulipany' })
  await ola.streams.end({ stream_id: stream.id })
}

async function administer({ visitor, staff, ids }: Cast, { poll }: Made) {
  await visitor.adminAuth.mode()
  await visitor.adminAuth.verify({ password: ADMIN_PASSWORD })
  await visitor.adminAuth.login({ password: ADMIN_PASSWORD })
  await staff.admin.me()
  await staff.admin.users()
  await staff.admin.posts()
  await staff.admin.categories()
  await staff.admin.streams()
  await staff.admin.reports()
  await staff.admin.audit()
  await staff.admin.dashboard()
  await staff.admin.charts({ days: 2 })
  await staff.admin.databaseTable({ name: 'category' })
  await staff.admin.userRecord({ user_id: ids.zenek })
  await staff.admin.setTrust({ user_id: ids.zenek, level: 3 })
  await staff.admin.staffSessions()
  await staff.adminInvites.create({ uses: 5, note: 'Koło ogrodników' })
  await staff.adminInvites.list()
  await staff.adminAds.list()
  await staff.adminMaintenance.get()
  await staff.adminSettings.history()
  await staff.adminBot.pendingComments()
  await staff.setupChecklist.get()
  await staff.admin.removePost({ post_id: poll.id })
}

async function administerMore({ staff, ola, jan, ids }: Cast, { home, comment }: Made) {
  await staff.adminCosts.show()
  await staff.adminUpdates.list()
  await staff.adminSettings.get()
  await staff.adminSettings.change({ values: { terms_en: 'Be kind.' } })
  const { version } = await ola.texts.get({ text: 'terms' })
  await ola.texts.accept({ text: 'terms', version: version! })
  await staff.adminUploads.image({ file: picture(82) })
  await staff.adminMaintenance.change({ read_only: false })
  await staff.setupChecklist.change({ id: 'mail', put_aside: true })
  const { ad } = await staff.adminAds.create({ title: 'Spotkanie ogrodników', url: 'https://example.org/spotkanie' })
  await staff.adminAds.edit({ ad_id: ad.id, is_enabled: false })
  await staff.adminAds.remove({ ad_id: ad.id })
  const { invite } = await staff.adminInvites.create({ uses: 1 })
  await staff.adminInvites.revoke({ invite_id: invite.id })
  await staff.adminBot.config()
  await staff.adminBot.stats()
  await staff.adminBot.test({ topic: 'krokusy' })
  await staff.adminBot.createPost()
  await staff.adminBot.respond({ comment_id: comment.id })
  await staff.adminBot.autoPost({ count: 1 })
  await staff.adminBot.autoRespondAll()
  await jan.bot.respondPublic({ comment_id: comment.id })
  const { reports } = await staff.admin.reports({ status: 'pending' })
  await staff.admin.decideReport({ report_id: reports[0]!.id, action: 'rejected' })
  const { streams } = await staff.admin.streams()
  await staff.admin.removeStream({ stream_id: streams[0]!.id })
  await staff.admin.setAdmin({ user_id: ids.zenek, make_admin: true })
  await staff.admin.setAdmin({ user_id: ids.zenek, make_admin: false })
  await staff.admin.removeUser({ user_id: ids.zenek })
  await staff.admin.removeCategory({ category_id: home.id })
}

async function secure({ visitor, ola, staff, t, ids }: Cast) {
  const password = 'Haslo12345'
  await ola.account.confirmEmail({ token: (await linkTo(t, 'ola.nowa@example.org')).token })
  const { secret } = await ola.factors.startTotp({ password })
  const { recovery_codes } = await ola.factors.confirmTotp({ code: codeOf(t, secret) })
  const challenge = await challengeOf(visitor.auth.login({ username: 'ola', password }))
  await visitor.factors.secondFactor({ challenge, code: recovery_codes[0]! })
  const renewed = await ola.factors.renewRecoveryCodes({ password, code: recovery_codes[1]! })
  await ola.factors.removeTotp({ password, code: renewed.recovery_codes[0]! })
  await visitor.auth.requestPasswordReset({ email: 'ewa@example.org' })
  await visitor.auth.confirmPasswordReset({ token: (await linkTo(t, 'ewa@example.org')).token, new_password: password })
  await visitor.adminAuth.login({ password: ADMIN_PASSWORD })
  const { sessions } = await staff.admin.staffSessions()
  await staff.admin.endStaffSession({ session_id: sessions[0]!.id })
  await staff.admin.endStaffSessions()
  await staff.adminAuth.logout()
  const token = await signUnsubscribeToken(t.config.sessionSecret, { userId: ids.ola, subjects: ['digest'] })
  await visitor.notifications.unsubscribable({ token })
  await visitor.notifications.unsubscribe({ token })
}

/** Calls that `remove` makes at the end. */
const LAST = ['auth.logout', 'comments.remove', 'follows.unfollow', 'posts.remove']

/** Makes the remaining calls that need only ids and names, in the order of the contract. */
async function makeOtherCalls(cast: Cast, { community, post, comment }: Made, recorded: Recorded) {
  const { visitor, ola, ids } = cast
  for (const [group, endpoints] of Object.entries(publicContract as Record<string, Record<string, Endpoint>>)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const call = `${group}.${name}`
      if (recorded.has(call) || LAST.includes(call) || call in WITHOUT_EXAMPLE) continue
      const input = inputFrom(endpoint, {
        post_id: post.id,
        comment_id: comment.id,
        category_id: community.id,
        user_id: endpoint.method === 'GET' ? ids.ola : ids.zenek,
        username: 'ola',
      })
      const caller = (endpoint.access === 'public' ? visitor : ola) as unknown as Record<string, Record<string, Send>>
      if (input) await caller[group]![name]!(input)
    }
  }
}

type Send = (input: object) => Promise<unknown>

async function remove({ ola, jan }: Cast, { shown, reply }: Made) {
  await ola.comments.remove({ comment_id: reply.id })
  await jan.posts.remove({ post_id: shown.id })
  await jan.follows.unfollow({ user_id: (await jan.users.get({ username: 'ola' })).user.id })
  await jan.auth.logout()
  await ola.users.removeMe({ password: 'Haslo12345', content: 'keep' })
}
