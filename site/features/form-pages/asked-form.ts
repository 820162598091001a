import { redirect } from 'react-router-dom'
import type { Comment, Flair, Post, Rule } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import type { ThreadLevel } from '#shared/rules/notification-kinds.ts'
import { orLogin, PageError } from '#site/core/errors.ts'
import type { LoadArgs } from '#site/core/page.ts'
import { idInAddress } from '#site/core/query.ts'
import type { HistoryTarget, LoadedVersions } from '#site/features/history/useVersions.ts'
import type { ReportTarget } from '#site/features/reports/ReportForm.tsx'
import { askedFormView, moderateForm } from './parts.ts'

/** A form that the URL asks for, in place of a menu or dialog, for use without JavaScript. */
export type AskedForm = { back: string } & (
  | { kind: 'reply' | 'edit_comment' | 'delete_comment' | 'ask_bot'; comment: Comment }
  | { kind: 'edit_post'; flairs: Flair[] }
  | { kind: 'delete_post' | 'share' }
  | { kind: 'report'; target: ReportTarget }
  | ({ kind: 'history'; of: HistoryTarget } & LoadedVersions)
  | { kind: 'moderate'; comment: Comment | null; rules: Rule[] }
  | { kind: 'follow'; level: ThreadLevel }
)

/** Ids of the elements that contain the forms, used as fragments in links. */
export const PLACES = {
  reply: 'reply',
  edit_comment: 'edit',
  edit_post: 'edit',
  delete_comment: 'confirm',
  delete_post: 'confirm',
  ask_bot: 'confirm',
  share: 'share',
  report: 'report',
  moderate: 'moderate',
  history: 'history',
  follow: 'follow',
} as const satisfies Record<AskedForm['kind'], string>

/** Returns null if the URL asks for no form; visitors are redirected to the login page. */
export async function askedOfPost(args: LoadArgs, post: Post): Promise<AskedForm | null> {
  const { query } = args
  const back = paths.post(post.id)
  if (query.get('share') === 'post') return asked(args, { kind: 'share', back })
  if (query.get('edit') === 'post') {
    const { flairs } = await args.api.categories.flairs({ category_id: post.category.id })
    return asked(args, { kind: 'edit_post', flairs, back })
  }
  if (query.get('report') === 'post') return asked(args, { kind: 'report', target: { post_id: post.id }, back })
  if (query.get('confirm') === 'delete-post') return asked(args, { kind: 'delete_post', back })
  if (query.get('follow') === 'post') {
    requireMember(args)
    const { level } = await orLogin(args.api.notifications.thread({ post_id: post.id }), args.path)
    return asked(args, { kind: 'follow', level, back })
  }
  if (query.has('history')) return askedHistory(args, post)
  if (query.has('moderate')) return askedModeration(args, post)
  return askedOfComment(args, post)
}

async function commentOf({ api }: LoadArgs, post: Post, comment_id: number): Promise<Comment> {
  const { comments } = await api.comments.context({ comment_id, levels: 1 })
  const comment = comments.find((one) => one.id === comment_id)
  if (!comment || comment.post_id !== post.id) throw new PageError(404, 'comment_not_found')
  return comment
}

async function askedHistory(args: LoadArgs, post: Post): Promise<AskedForm> {
  const { api, query } = args
  const post_id = post.id
  const cursor = query.get('older') ?? undefined
  const comment_id = idInAddress(query.get('history'))
  const comment = comment_id === null ? null : await commentOf(args, post, comment_id)
  const page = comment
    ? await api.history.comment({ comment_id: comment.id, cursor })
    : await api.history.post({ post_id, cursor })
  const { content, can } = comment ?? post
  return asked(args, {
    kind: 'history',
    of: { post_id, ...(comment && { comment_id: comment.id }), canDelete: can.delete },
    ...page,
    present: { title: comment ? null : post.title, content },
    back: paths.post(post_id, comment_id),
  })
}

async function askedModeration(args: LoadArgs, post: Post): Promise<AskedForm> {
  requireMember(args)
  const comment_id = idInAddress(args.query.get('moderate'))
  const comment = comment_id === null ? null : await commentOf(args, post, comment_id)
  if (!(comment ?? post).can.moderate) throw new PageError(403, 'not_staff')
  const [{ rules }] = await Promise.all([
    args.api.categories.rules({ category_id: post.category.id }),
    moderateForm.load(),
  ])
  return asked(args, { kind: 'moderate', comment, rules, back: paths.post(post.id, comment_id) })
}

async function askedOfComment(args: LoadArgs, post: Post): Promise<AskedForm | null> {
  const { query } = args
  const confirmed = { 'delete-comment': 'delete_comment', 'ask-bot': 'ask_bot' } as const
  const confirm = query.get('confirm') ?? ''
  const wanted = [
    { kind: 'reply', comment_id: idInAddress(query.get('reply')) },
    { kind: 'edit_comment', comment_id: idInAddress(query.get('edit')) },
    { kind: 'report', comment_id: idInAddress(query.get('report')) },
    ...(Object.hasOwn(confirmed, confirm)
      ? [{ kind: confirmed[confirm as keyof typeof confirmed], comment_id: idInAddress(query.get('comment')) }]
      : []),
  ] as const
  const found = wanted.find(({ comment_id }) => comment_id !== null)
  if (!found) return null
  requireMember(args)
  const comment_id = found.comment_id!
  const back = paths.post(post.id, comment_id)
  if (found.kind === 'report') return asked(args, { kind: 'report', target: { comment_id }, back })
  return asked(args, { kind: found.kind, comment: await commentOf(args, post, comment_id), back })
}

/** Returns null unless the URL has `?report`; `target` is the reported thing. */
export async function askedReport(args: LoadArgs, target: ReportTarget, back: string): Promise<AskedForm | null> {
  return args.query.has('report') ? asked(args, { kind: 'report', target, back }) : null
}

async function asked(args: LoadArgs, form: AskedForm): Promise<AskedForm> {
  if (form.kind !== 'share' && form.kind !== 'history') requireMember(args)
  await askedFormView.load()
  return form
}

function requireMember({ isSignedIn, path }: LoadArgs): void {
  if (!isSignedIn()) throw redirect(paths.login(path))
}
