import type {
  BlockPersonResponse,
  GetPersonDetailsResponse,
  LoginResponse,
  LoginToken,
  SuccessResponse,
} from 'lemmy-js-client'
import { ApiError } from '#shared/api/errors.ts'
import { LemmyRefusal } from '../errors.ts'
import {
  flagOf,
  idOf,
  isAdultHost,
  pageOf,
  requireId,
  requireViewer,
  textOf,
  wantedOf,
  type Form,
  type Lemmy,
  type LemmyCall,
} from '../lemmy.ts'
import { fromLemmyText } from '../markdown.ts'
import { ownMedia } from '../media.ts'
import { orderOf } from '../sorts.ts'
import { toFullCommentViews } from '../views/comments.ts'
import { localUsername, requirePersonView, requireUser } from '../views/people.ts'
import { toFullPostViews } from '../views/posts.ts'
import { toPersonView } from '../views/shared.ts'

const opened = (jwt: string): LoginResponse => ({ jwt, registration_created: false, verify_email_sent: false })

async function login({ calls }: Lemmy, form: Form): Promise<LoginResponse> {
  const code = textOf(form, 'totp_2fa_token')
  const input = {
    username: textOf(form, 'username_or_email') ?? '',
    password: textOf(form, 'password') ?? '',
    remember_me: true,
  }
  try {
    return opened((await calls.auth.login(input)).access_token)
  } catch (error) {
    const challenge =
      error instanceof ApiError && error.code === 'second_factor' ? error.details.extra?.challenge : null
    if (!code || typeof challenge !== 'string') throw error
    return opened((await calls.factors.secondFactor({ challenge, code })).access_token)
  }
}

async function logout({ calls }: Lemmy): Promise<SuccessResponse> {
  return calls.auth.logout()
}

async function validateAuth(lemmy: Lemmy): Promise<SuccessResponse> {
  requireViewer(lemmy)
  return { success: true }
}

async function listLogins(lemmy: Lemmy): Promise<LoginToken[]> {
  const viewer = requireViewer(lemmy)
  const { sessions } = await lemmy.calls.account.sessions()
  return sessions.map(({ created_at, device, address }) => ({
    user_id: viewer.id,
    published: created_at,
    ip: address ?? undefined,
    user_agent: device,
  }))
}

async function getPersonDetails(lemmy: Lemmy, form: Form): Promise<GetPersonDetailsResponse> {
  const [name, id] = [textOf(form, 'username'), idOf(form, 'person_id')]
  const username =
    name !== undefined ? localUsername(name) : (await requireUser(lemmy, id ?? requireId(form, 'person_id'))).username
  const nsfw = isAdultHost(lemmy)
  const profile = await lemmy.calls.users.get({ username, nsfw })
  const user = await requireUser(lemmy, profile.user.id)
  const person_view = toPersonView(lemmy, user, { posts: profile.post_count, comments: profile.comment_count })
  const page = pageOf(form)
  if (page === null) return { person_view, comments: [], posts: [], moderates: [] }
  if (flagOf(form, 'saved_only')) {
    const isOwn = lemmy.ctx.viewer?.id === user.id
    const posts = isOwn ? (await lemmy.calls.posts.saved({ nsfw, ...page })).posts : []
    return { person_view, comments: [], posts: await toFullPostViews(lemmy, posts), moderates: [] }
  }
  const order = form.sort === undefined ? ({ sort: 'new' } as const) : orderOf(form.sort)
  const [{ posts }, { comments }] = await Promise.all([
    lemmy.lookups.posts.list({ author: username, nsfw, ...order, ...page }),
    lemmy.lookups.users.comments({ username, nsfw, ...page }),
  ])
  return {
    person_view,
    posts: await toFullPostViews(lemmy, posts),
    comments: await toFullCommentViews(
      lemmy,
      comments.map((comment) => comment.id),
    ),
    moderates: [],
  }
}

async function blockPerson(lemmy: Lemmy, form: Form): Promise<BlockPersonResponse> {
  const user_id = requireId(form, 'person_id')
  const { is_blocked } = await lemmy.calls.blocks[wantedOf(form, 'block') ? 'block' : 'unblock']({ user_id })
  return { person_view: await requirePersonView(lemmy, user_id), blocked: is_blocked }
}

/** Settings for a client's appearance are ignored. */
async function saveUserSettings(lemmy: Lemmy, form: Form): Promise<SuccessResponse> {
  requireViewer(lemmy)
  const [bio, avatar] = [textOf(form, 'bio'), textOf(form, 'avatar')]
  const avatar_url = avatar === undefined ? undefined : ownMedia(lemmy, avatar)
  if (avatar && avatar_url === null) throw new LemmyRefusal('invalid_url')
  if (bio !== undefined || avatar !== undefined) {
    const isSame = avatar_url === lemmy.ctx.viewer?.avatar_url
    await lemmy.calls.users.editMe({
      bio: bio === undefined ? undefined : fromLemmyText(lemmy, bio).content,
      ...(avatar_url !== undefined && !isSame ? { avatar_url } : {}),
    })
  }
  const listing = form.default_listing_type
  if (listing === 'Subscribed') await lemmy.calls.posts.chooseFeed({ feed: 'joined' })
  if (listing === 'All' || listing === 'Local') await lemmy.calls.posts.chooseFeed({ feed: 'all' })
  return { success: true }
}

async function changePassword(lemmy: Lemmy, form: Form): Promise<LoginResponse> {
  const new_password = textOf(form, 'new_password') ?? ''
  if (new_password !== textOf(form, 'new_password_verify')) throw new LemmyRefusal('passwords_do_not_match')
  await lemmy.calls.account.changePassword({ password: textOf(form, 'old_password') ?? '', new_password })
  return opened(lemmy.token ?? '')
}

async function deleteAccount({ calls }: Lemmy, form: Form): Promise<SuccessResponse> {
  return calls.users.removeMe({
    password: textOf(form, 'password') ?? '',
    content: flagOf(form, 'delete_content') ? 'remove' : 'keep',
  })
}

async function requestPasswordReset({ calls }: Lemmy, form: Form): Promise<SuccessResponse> {
  await calls.auth.requestPasswordReset({ email: textOf(form, 'email') ?? '' })
  return { success: true }
}

async function confirmPasswordReset({ calls }: Lemmy, form: Form): Promise<SuccessResponse> {
  const new_password = textOf(form, 'password') ?? ''
  if (new_password !== textOf(form, 'password_verify')) throw new LemmyRefusal('passwords_do_not_match')
  await calls.auth.confirmPasswordReset({ token: textOf(form, 'token') ?? '', new_password })
  return { success: true }
}

export const peopleCalls: Record<string, LemmyCall> = {
  'POST /user/login': login,
  'POST /user/logout': logout,
  'GET /user/validate_auth': validateAuth,
  'GET /user/list_logins': listLogins,
  'GET /user': getPersonDetails,
  'POST /user/block': blockPerson,
  'PUT /user/save_user_settings': saveUserSettings,
  'PUT /user/change_password': changePassword,
  'POST /user/delete_account': deleteAccount,
  'POST /user/password_reset': requestPasswordReset,
  'POST /user/password_change': confirmPasswordReset,
}
