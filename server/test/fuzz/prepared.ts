import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { TOTP } from 'otpauth'
import { LIFETIME } from '#shared/limits.ts'
import type { Match } from '#shared/rules/filters.ts'
import { APPEALABLE } from '#shared/rules/moderation.ts'
import { DECISIONS_OF } from '#shared/rules/queue.ts'
import { emailChange } from '#server/features/account/table.ts'
import {
  appeal,
  categoryModerator,
  contentFilter,
  decision,
  moderatorInvite,
  queueItem,
} from '#server/features/moderation/tables.ts'
import { adminToken, emailToken, session } from '#server/features/auth/table.ts'
import { hashToken, randomToken } from '#server/features/auth/tokens.ts'
import { categoryMembership } from '#server/features/categories/table.ts'
import { challengeLogin } from '#server/features/factors/login-challenge.ts'
import { findRecoverySalt, replaceRecoveryCodes } from '#server/features/factors/queries.ts'
import { newRecoveryCodes } from '#server/features/factors/recovery-codes.ts'
import { encryptFor } from '#server/features/factors/secrets.ts'
import { passkey, recoveryCode, totp } from '#server/features/factors/table.ts'
import { createAuthenticator } from '#server/features/factors/testing/authenticator.ts'
import { newSecret } from '#server/features/factors/totp.ts'
import { textVersion } from '#server/features/history/table.ts'
import { invite } from '#server/features/invites/table.ts'
import { createOauthRows } from '#server/features/oauth/testing/rows.ts'
import { sealPending } from '#server/features/sign-in-services/cookies.ts'
import { linkedService } from '#server/features/sign-in-services/table.ts'
import { personalToken } from '#server/features/tokens/table.ts'
import { signUnsubscribeToken } from '#server/features/mails/unsubscribe-token.ts'
import { modmailThread } from '#server/features/modmail/table.ts'
import { hook, hookDelivery } from '#server/features/hooks/table.ts'
import { notification } from '#server/features/notifications/table.ts'
import { insertPollOptions } from '#server/features/polls/queries.ts'
import { pollOption } from '#server/features/polls/table.ts'
import { pushSubscription } from '#server/features/push/table.ts'
import { stream } from '#server/features/streams/table.ts'
import { user } from '#server/features/users/table.ts'
import { calls } from '#server/http/api.ts'
import { RENDERER_VERSION } from '#server/markdown/markdown.ts'
import { ADMIN_PASSWORD, type openTestApp } from '../open-app.ts'
import { createPost, createPushSubscription, createRegistration } from '../factories.ts'
import type { Member } from './fixture.ts'
import { PASSWORD } from './plan.ts'

/** The input with which a call succeeds, or a function that creates it, and the member who must send it. */
export type Prepared = {
  as?: Member
  input: Record<string, unknown> | (() => Record<string, unknown>)
  cookie?: string
}

type App = Awaited<ReturnType<typeof openTestApp>>
type Things = { members: Member[]; homes: number[]; posts: number[]; comments: number[]; owners: Map<string, number> }

const HOST = 'localhost'
const ORIGIN = `http://${HOST}:3000`
const HOUR = 3_600_000
const SOME = 4
const LONG_TEXT = 'Proszę o ponowne rozpatrzenie sprawy.'

export function createPreparer(app: App, things: Things) {
  const { db, config, services } = app
  const { members, owners } = things
  const keys = new Map<number, ReturnType<typeof createAuthenticator>>()
  const spare: { altcha: string | null; codes: string[]; salt: string } = { altcha: null, codes: [], salt: '' }
  let at = 0

  const memberOf = (id: number | null) => members.find((member) => member.id === id)
  const ownedBy = (kind: string, ids: number[]): { member: Member; id: number }[] =>
    ids.flatMap((id) => {
      const member = memberOf(owners.get(`${kind}:${id}`) ?? null)
      return member ? [{ member, id }] : []
    })

  const attempt = <T>(call: Promise<T>): Promise<T | null> =>
    call.catch((error: { status?: number }) => {
      if (typeof error.status === 'number' && error.status < 500) return null
      throw error
    })

  async function writing(): Promise<Record<string, Prepared[]>> {
    const author = members[at % members.length]!
    const home = things.homes[at % things.homes.length]!
    const asked = await createPost(db, {
      author,
      category: { id: home },
      title: 'Które pomidory?',
      poll_closes_at: new Date(Date.now() + HOUR),
    })
    await insertPollOptions(db, asked.id, ['Malinowe', 'Koktajlowe'])
    owners.set(`post:${asked.id}`, author.id)
    const [option] = await db
      .select({ id: pollOption.id })
      .from(pollOption)
      .where(eq(pollOption.post_id, asked.id))
      .limit(1)
    await attempt((await app.as(author)).streams.create({ title: 'Na żywo z ogrodu', url: 'https://example.org/live' }))
    const live = await db
      .select({ id: stream.id, user_id: stream.user_id })
      .from(stream)
      .where(eq(stream.is_live, true))
      .orderBy(desc(stream.id))
      .limit(SOME)
    for (const { id, user_id } of live) owners.set(`stream:${id}`, user_id)
    const memberships = await db
      .select()
      .from(categoryMembership)
      .where(
        and(
          inArray(categoryMembership.category_id, things.homes),
          inArray(
            categoryMembership.user_id,
            members.map(({ id }) => id),
          ),
        ),
      )
    return {
      'polls.vote': [{ input: { post_id: asked.id, option_id: option!.id } }],
      'reports.create': things.posts
        .slice(0, SOME)
        .map((post_id) => ({
          input: { post_id, comment_id: undefined, category_id: undefined, message_id: undefined, user_id: undefined },
        })),
      'streams.create': members.map((member) => ({
        as: member,
        input: { stream_type: 'external', url: 'https://example.org/live', category_id: undefined },
      })),
      'streams.end': ownedBy(
        'stream',
        live.map(({ id }) => id),
      ).map(({ member, id }) => ({ as: member, input: { stream_id: id } })),
      'posts.create': memberships.flatMap(({ user_id, category_id }) => ({
        as: memberOf(user_id)!,
        input: { category_id },
      })),
      'posts.edit': ownedBy('post', things.posts).map(({ member, id }) => ({
        as: member,
        input: { post_id: id, flair_id: undefined, images: undefined },
      })),
    }
  }

  async function answeringAndAdvertising(): Promise<Record<string, Prepared[]>> {
    const category_id = things.homes[at % things.homes.length]!
    const member = members[(at + 1) % members.length]!
    const staff = await app.as(null, { admin: ADMIN_PASSWORD })
    await attempt((await app.as(member)).modmail.start({ category_id, subject: 'Pytanie', text: LONG_TEXT }))
    const threads = await db
      .select({ id: modmailThread.id, member_id: modmailThread.member_id })
      .from(modmailThread)
      .orderBy(desc(modmailThread.id))
      .limit(SOME)
    const ids = [0, ...threads.map(({ id }) => id)]
    const free = { claim: null, claimed_by_id: null, claimed_until: null }
    await db.update(modmailThread).set(free).where(inArray(modmailThread.id, ids))
    const { ad } = await staff.adminAds.create({ title: 'Nasiona', url: 'https://example.org/nasiona' })
    return {
      'adminSettings.change': [{ input: { values: { tagline_pl: LONG_TEXT.slice(0, 100) } } }],
      'adminAds.create': [{ input: { image_url: undefined, category_ids: undefined, ends_at: undefined } }],
      'adminAds.edit': [{ input: { ad_id: ad.id, image_url: undefined, category_ids: undefined, ends_at: undefined } }],
      'modmail.get': threads.map(({ id, member_id }) => ({
        as: memberOf(member_id)!,
        input: { thread_id: id, cursor: undefined },
      })),
      'modmail.claim': threads.map(({ id }) => ({ input: { thread_id: id } })),
    }
  }

  async function inviting(): Promise<Record<string, Prepared[]>> {
    const as = members[at % members.length]!
    const staff = await app.as(null, { admin: ADMIN_PASSWORD })
    await staff.adminSettings.change({ values: { terms_pl: LONG_TEXT, member_invites: true } })
    await db.update(user).set({ trust_level: 2 }).where(eq(user.id, as.id))
    await db.delete(invite).where(eq(invite.creator_id, as.id))
    const { invite: made } = await staff.adminInvites.create({ uses: 1 })
    await db.delete(personalToken).where(eq(personalToken.user_id, as.id))
    const token = await (await app.as(as)).tokens.create({ name: 'Kopia', scopes: ['read'] })
    owners.set(`token:${token.id}`, as.id)
    const { client_id, grant_id, waiting_code } = await createOauthRows(db, as)
    owners.set(`application:${client_id}`, as.id)
    owners.set(`grant:${grant_id}`, as.id)
    const request = `client_id=${client_id}&redirect_uri=${encodeURIComponent('https://app.example/callback')}`
    return {
      'tokens.create': [{ as, input: { scopes: ['read', 'write:posts'] } }],
      'applications.create': [
        {
          as,
          input: {
            url: 'https://app.example',
            redirect_uris: ['https://app.example/callback'],
            scopes: ['read', 'openid'],
          },
        },
      ],
      'applications.remove': [{ as, input: { client_id } }],
      'grants.remove': [{ as, input: { grant_id } }],
      'oauth.device': [{ as, input: { user_code: waiting_code } }],
      'oauth.decideDevice': [{ as, input: { user_code: waiting_code } }],
      'oauth.request': [{ input: { request } }],
      'oauth.decide': [{ as, input: { request } }],
      'tokens.remove': [{ as, input: { token_id: token.id } }],
      'adminInvites.create': [{ input: { uses: 3, expires_at: undefined } }],
      'adminInvites.revoke': [{ input: { invite_id: made.id } }],
      'invites.createOwn': [{ as, input: { expires_at: undefined } }],
      'texts.get': [{ input: { text: 'terms' } }],
      'texts.accept': [{ as, input: { text: 'terms', version: services.settings.value('terms_version') } }],
    }
  }

  async function moderating(): Promise<Record<string, Prepared[]>> {
    const staff = await app.as(null, { admin: ADMIN_PASSWORD })
    const pick = <T>(list: T[], by = 0) => list[(at + by) % list.length]!
    const [reporter, known] = [members[0]!, pick(members)]
    const category_id = pick(things.homes)
    const ban = { user_id: pick(members, 1).id, category_id }
    const taken = await attempt(staff.moderation.remove({ comment_id: pick(things.comments), reason_code: 'spam' }))
    await attempt(staff.moderation.ban({ ...ban, days: 1, reason_code: 'spam' }))
    await attempt(staff.moderation.warn({ user_id: known.id, text: 'Proszę spokojniej.' }))
    await attempt((await app.as(reporter)).reports.create({ post_id: pick(things.posts, 3), reason: 'Reklama' }))
    const invites = await Promise.all(
      [2, 3].map(async (by) => {
        const member = pick(members, by)
        const invited = await attempt(staff.moderators.invite({ category_id, username: member.username }))
        return invited ? [{ as: member, input: { invite_id: invited.invite_id } }] : []
      }),
    )
    const moderated = await db
      .select()
      .from(categoryModerator)
      .where(inArray(categoryModerator.category_id, things.homes))
      .orderBy(desc(categoryModerator.id))
      .limit(SOME)
    const items = await db
      .select({ id: queueItem.id, kind: queueItem.kind })
      .from(queueItem)
      .where(eq(queueItem.status, 'open'))
      .orderBy(desc(queueItem.id))
      .limit(2 * SOME)
    await db
      .update(queueItem)
      .set({ claim: null, claimed_by_id: null, claimed_until: null })
      .where(inArray(queueItem.id, [0, ...items.map(({ id }) => id)]))
    const isTakenBack = sql`exists (select 1 from decision later where later.undoes_id = ${decision.id})`
    const standing = await db
      .select({ id: decision.id, action: decision.action, user_id: decision.user_id, appeal_id: appeal.id })
      .from(decision)
      .leftJoin(appeal, eq(appeal.decision_id, decision.id))
      .where(sql`not ${isTakenBack}`)
      .orderBy(desc(decision.id))
      .limit(50)
    const appealable = standing.filter(({ action, appeal_id }) => APPEALABLE.has(action) && appeal_id === null)
    const undoable = standing.filter(({ action }) => action === 'removed' || action === 'banned' || action === 'locked')
    const events = await db
      .select({ id: notification.id, user_id: notification.user_id })
      .from(notification)
      .where(
        inArray(
          notification.user_id,
          members.map(({ id }) => id),
        ),
      )
      .orderBy(desc(notification.id))
      .limit(SOME)
    const claims = items.slice(0, SOME).map(({ id }) => ({ input: { item_id: id } }))
    const found = await db
      .select({ id: moderatorInvite.id, user_id: moderatorInvite.user_id })
      .from(moderatorInvite)
      .limit(SOME)
    const invited = [
      ...invites.flat(),
      ...found.flatMap(({ id, user_id }) => {
        const as = memberOf(user_id)
        return as ? [{ as, input: { invite_id: id } }] : []
      }),
    ]
    for (const { as, input } of invited) owners.set(`invite:${input.invite_id}`, as.id)
    for (const { id, user_id } of standing) if (user_id !== null) owners.set(`decision:${id}`, user_id)
    return {
      'notifications.markRead': events.map(({ id, user_id }) => ({
        as: memberOf(user_id)!,
        input: { notification_id: id },
      })),
      'moderation.restore': taken ? [{ input: { post_id: undefined, comment_id: taken.decision.target.id } }] : [],
      'moderation.unban': [{ input: ban }],
      'moderators.accept': invited,
      'moderators.decline': invited,
      'moderators.remove': moderated.map(({ category_id: home, user_id }) => ({
        input: { category_id: home, user_id },
      })),
      'queue.claim': claims,
      'queue.release': claims,
      'queue.decide': items.flatMap(({ id, kind }) =>
        DECISIONS_OF[kind].map((answer) => ({
          input: { item_id: id, decision: answer, reason_code: 'other', rule_id: undefined },
        })),
      ),
      'queue.undo': undoable.slice(0, SOME).map(({ id }) => ({ input: { decision_id: id } })),
      'notices.create': [`post/${pick(things.posts)}`, 'r/gniazdo_11', `u/${known.username}`].map((place) => ({
        input: { url: `${ORIGIN}/${place}`, text: LONG_TEXT, website: '' },
      })),
      'appeals.create': appealable.flatMap(({ id, user_id }) => {
        const as = memberOf(user_id)
        return as ? [{ as, input: { decision_id: id, text: LONG_TEXT } }] : []
      }),
    }
  }

  async function mailedLinks(): Promise<Record<string, Prepared[]>> {
    const member = members.at(-1)!
    const token = async (
      purpose: 'email_confirm' | 'email_undo',
      change: Pick<typeof emailChange.$inferInsert, 'old_email' | 'new_email' | 'confirmed_at'>,
    ) => {
      const [made] = await db
        .insert(emailChange)
        .values({ ...change, user_id: member.id, session_id: member.session_id })
        .returning()
      const secret = randomToken()
      await db
        .insert(emailToken)
        .values({
          user_id: member.id,
          email_change_id: made!.id,
          purpose,
          token_hash: hashToken(secret),
          expires_at: new Date(Date.now() + HOUR),
        })
      return { token: secret }
    }
    const verifying = randomToken()
    const { id: registration_id } = await createRegistration(db, { password_hash: '' })
    await db
      .insert(emailToken)
      .values({
        registration_id,
        purpose: 'verify',
        token_hash: hashToken(verifying),
        expires_at: new Date(Date.now() + HOUR),
      })
    const resetting = randomToken()
    await db
      .insert(emailToken)
      .values({
        user_id: member.id,
        purpose: 'reset',
        token_hash: hashToken(resetting),
        expires_at: new Date(Date.now() + HOUR),
      })
    const elsewhere = `inny.${member.id}@example.org`
    return {
      'auth.verifyEmail': [{ input: { token: verifying, email: undefined } }],
      'auth.confirmPasswordReset': [{ input: { token: resetting, new_password: PASSWORD } }],
      'account.confirmEmail': [
        { input: await token('email_confirm', { old_email: member.email, new_email: elsewhere }) },
      ],
      'account.undoEmail': [
        {
          input: await token('email_undo', { old_email: member.email, new_email: elsewhere, confirmed_at: new Date() }),
        },
      ],
      'notifications.unsubscribe': [
        {
          input: {
            token: await signUnsubscribeToken(config.sessionSecret, { userId: member.id, subjects: ['digest'] }),
          },
        },
      ],
      'notifications.unsubscribable': [
        {
          input: {
            token: await signUnsubscribeToken(config.sessionSecret, { userId: member.id, subjects: ['digest'] }),
          },
        },
      ],
    }
  }

  async function solved(): Promise<string> {
    const challenge = await (await app.as(null)).auth.challenge()
    return Buffer.from(
      JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }),
    ).toString('base64')
  }

  async function registering(): Promise<Record<string, Prepared[]>> {
    if (!config.registrationChallenge) return {}
    const used =
      spare.altcha &&
      (JSON.parse(Buffer.from(spare.altcha, 'base64').toString()) as { challenge: { parameters: { nonce: string } } })
    const isUsed =
      !used ||
      (await db.execute(sql`select 1 from used_challenge where nonce = ${used.challenge.parameters.nonce}`)).length > 0
    if (isUsed) spare.altcha = await solved()
    return { 'auth.register': [{ input: { altcha: spare.altcha, website: '', elapsed_ms: undefined } }] }
  }

  async function factors(): Promise<Record<string, Prepared[]>> {
    const [starting, protectedOne, keyed] = [members[1]!, members[2]!, members[3]!]
    const secret = newSecret()
    await db.delete(totp).where(
      and(
        inArray(
          totp.user_id,
          members.map(({ id }) => id),
        ),
        notInArray(totp.user_id, [protectedOne.id]),
      ),
    )
    await db
      .insert(totp)
      .values({ user_id: starting.id, encrypted_secret: await encryptFor(starting.id, secret, config) })
    await db
      .insert(totp)
      .values({
        user_id: protectedOne.id,
        encrypted_secret: await encryptFor(protectedOne.id, newSecret(), config),
        confirmed_at: new Date(),
      })
      .onConflictDoUpdate({ target: totp.user_id, set: { confirmed_at: new Date() } })
    const left = await db.$count(recoveryCode, eq(recoveryCode.user_id, protectedOne.id))
    if (left < spare.codes.length || (await findRecoverySalt(db, protectedOne.id)) !== spare.salt) {
      const fresh = await newRecoveryCodes()
      await replaceRecoveryCodes(db, protectedOne.id, fresh)
      Object.assign(spare, { codes: fresh.codes, salt: fresh.salt })
    }
    const challenge = (await challengeLogin(db, services, protectedOne.id, false))!
    const withCode = spare.codes.map((code) => ({ as: protectedOne, input: { password: PASSWORD, code } }))
    const own = await app.as(keyed)
    const visitor = await app.as(null)
    await db
      .delete(passkey)
      .where(and(eq(passkey.user_id, keyed.id), sql`${passkey.credential_id} not like 'kanarek%'`))
    keys.set(keyed.id, createAuthenticator(ORIGIN, HOST))
    await own.factors.addPasskey({
      name: 'Telefon',
      response: keys.get(keyed.id)!.create((await own.factors.passkeyOptions()) as never),
    })
    const added = createAuthenticator(ORIGIN, HOST).create((await own.factors.passkeyOptions()) as never)
    const signedIn = keys.get(keyed.id)!.get(await visitor.factors.passkeyLoginOptions())
    const passkeys = await db
      .select({ id: passkey.id, user_id: passkey.user_id })
      .from(passkey)
      .where(
        inArray(
          passkey.user_id,
          members.map(({ id }) => id),
        ),
      )
    for (const { id, user_id } of passkeys) owners.set(`passkey:${id}`, user_id)
    return {
      'factors.startTotp': [{ as: keyed, input: { password: PASSWORD } }],
      'factors.confirmTotp': [{ as: starting, input: () => ({ code: new TOTP({ secret }).generate() }) }],
      'factors.removeTotp': withCode,
      'factors.renewRecoveryCodes': withCode,
      'factors.secondFactor': spare.codes.map((code) => ({ input: { challenge, code } })),
      'factors.addPasskey': [{ as: keyed, input: { name: 'Klucz', response: added } }],
      'factors.passkeyLogin': [{ input: { response: signedIn } }],
      'factors.removePasskey': passkeys.map(({ id, user_id }) => ({
        as: memberOf(user_id)!,
        input: { passkey_id: id, password: PASSWORD },
      })),
    }
  }

  /** Calls after a sign-in at another service: registering with a user name, linking the service, and unlinking it. */
  async function signingIn(): Promise<Record<string, Prepared[]>> {
    const as = members[3]!
    await db.delete(linkedService).where(eq(linkedService.user_id, as.id))
    const identity = { service: 'github' as const, issuer: 'https://github.com/login/oauth' }
    const [linked] = await db
      .insert(linkedService)
      .values({ ...identity, user_id: as.id, subject: crypto.randomUUID() })
      .returning()
    owners.set(`service:${linked!.id}`, as.id)
    const cookie = async (more: { email: string | null }) =>
      `pending_sign_in=${await sealPending(
        { config, now: services.now, variant: 'normal' },
        {
          ...identity,
          ...more,
          subject: crypto.randomUUID(),
          email_verified: more.email !== null,
          names: ['ktos'],
          communities: null,
          challenge: null,
          next: '/',
        },
      )}`
    const username = `osoba_${crypto.randomUUID().slice(0, 8)}`
    return {
      'signInServices.register': [
        { input: { username, age_confirmed: true }, cookie: await cookie({ email: `${username}@example.org` }) },
      ],
      'signInServices.link': [{ as, input: { password: PASSWORD }, cookie: await cookie({ email: null }) }],
      'signInServices.unlink': [{ as, input: { link_id: linked!.id, password: PASSWORD } }],
    }
  }

  /** Calls in which authors delete earlier versions of their posts and comments. */
  async function versions(): Promise<Record<string, Prepared[]>> {
    const text = {
      content: 'Dawna wersja',
      content_html: '<p>Dawna wersja</p>',
      renderer_version: RENDERER_VERSION,
      edited_at: new Date(),
    }
    const made = async (kind: 'post' | 'comment', ids: number[]) =>
      Promise.all(
        ownedBy(kind, ids.slice(0, SOME)).map(async ({ member, id }) => {
          const [version] = await db
            .insert(textVersion)
            .values({ ...text, [`${kind}_id`]: id })
            .returning({ id: textVersion.id })
          return { as: member, input: { [`${kind}_id`]: id, version_id: version!.id } }
        }),
      )
    return {
      'history.deletePostVersion': await made('post', things.posts),
      'history.deleteCommentVersion': await made('comment', things.comments),
    }
  }

  async function sessions(): Promise<Record<string, Prepared[]>> {
    const other = members[at % members.length]!
    await app.bearerOf(other)
    const open = await db
      .select({ number: session.number, user_id: session.user_id })
      .from(session)
      .where(
        and(
          inArray(
            session.user_id,
            members.map(({ id }) => id),
          ),
          notInArray(
            session.id,
            members.map(({ session_id }) => session_id),
          ),
        ),
      )
      .limit(50)
    for (const { number, user_id } of open) owners.set(`session:${number}`, user_id)
    const staff = await db
      .insert(adminToken)
      .values({
        token_hash: hashToken(randomToken()),
        password_key: 'x',
        address: '127.0.0.1',
        expires_at: new Date(Date.now() + LIFETIME.adminToken),
      })
      .returning({ id: adminToken.id })
    return {
      'account.endSession': open.map(({ number, user_id }) => ({
        as: memberOf(user_id)!,
        input: { session_id: number },
      })),
      'admin.endStaffSession': staff.map(({ id }) => ({ input: { session_id: id } })),
    }
  }

  /** The URLs of these push subscriptions belong to no push service. */
  async function pushed(): Promise<Record<string, Prepared[]>> {
    const owner = members[1]!
    await db.delete(pushSubscription).where(eq(pushSubscription.user_id, owner.id))
    await createPushSubscription(db, owner)
    const [device] = await db.select().from(pushSubscription).where(eq(pushSubscription.user_id, owner.id))
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const own = [{ as: owner, input: { subscription_id: device!.id } }]
    return {
      'push.subscribe': [{ as: owner, input: { endpoint: 'https://127.0.0.1:9/device', keys, device: undefined } }],
      'push.remove': own,
      'push.test': own,
    }
  }

  async function hooked(): Promise<Record<string, Prepared[]>> {
    const [added] = await db
      .insert(hook)
      .values({ url: 'https://1.1.1.1/', secret: 'x', events: ['post.created'] })
      .returning()
    const hook_id = added!.id
    const [delivery] = await db
      .insert(hookDelivery)
      .values({ hook_id, event: 'post.created', thing: 'post:1', subject_id: 1, status: 'delivered' })
      .returning()
    const wanted = { url: 'https://1.1.1.1/', events: ['post.created'] }
    return {
      'portal.group': [{ input: { group: 'posts' } }],
      'hooks.create': [{ input: { ...wanted, category_id: undefined } }],
      'hooks.edit': [{ input: { hook_id, ...wanted } }],
      'hooks.remove': [{ input: { hook_id } }],
      'hooks.deliveries': [{ input: { hook_id, cursor: undefined } }],
      'hooks.replay': [{ input: { hook_id, delivery_id: delivery!.id } }],
    }
  }

  async function filtered(): Promise<Record<string, Prepared[]>> {
    const match = { all: [{ field: 'text', op: 'word', value: `kalarepa${at}` }] } satisfies Match
    const [added] = await db
      .insert(contentFilter)
      .values({ name: 'Kalarepa', is_enabled: false, action: 'report', match })
      .returning()
    const filter_id = added!.id
    return {
      'filters.edit': [{ input: { filter_id, match, is_enabled: undefined } }],
      'filters.remove': [{ input: { filter_id } }],
    }
  }

  /** Every second request about a post or comment is from its author, who may be the only one who succeeds. */
  function byAuthors(): Record<string, Prepared[]> {
    const writing = calls.filter(({ endpoint }) => endpoint.access === 'user' && endpoint.method !== 'GET')
    const ofKind = (kind: string, ids: number[]) =>
      writing
        .filter(({ pathFields }) => pathFields.includes(`${kind}_id`))
        .map(({ group, name }): [string, Prepared[]] => [
          `${group}.${name}`,
          ownedBy(kind, ids).flatMap(({ member, id }) => [
            { as: member, input: { [`${kind}_id`]: id } },
            { input: {} },
          ]),
        ])
    return Object.fromEntries([...ofKind('post', things.posts), ...ofKind('comment', things.comments)])
  }

  return async function prepare(): Promise<Record<string, Prepared[]>> {
    at += 1
    return {
      ...byAuthors(),
      ...(await writing()),
      ...(await moderating()),
      ...(await answeringAndAdvertising()),
      ...(await inviting()),
      ...(await signingIn()),
      ...(await mailedLinks()),
      ...(await registering()),
      ...(await factors()),
      ...(await pushed()),
      ...(await hooked()),
      ...(await filtered()),
      ...(await versions()),
      ...(await sessions()),
    }
  }
}
