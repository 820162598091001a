import { invalidField } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { NewNotice, notices } from '#shared/api/notices.ts'
import type { BaseCtx, CtxByAccess } from '#server/context.ts'
import { hostname, originOf } from '#server/http/variant.ts'
import { itemTarget, contentIdOf } from '../content/actions.ts'
import { lockContentUnlessDeleted } from '../content/queries.ts'
import { openItem } from '../queue/items.ts'
import { requestNoticeMail } from './mails.ts'
import { findTarget, insertNotice, type NoticeTarget } from './queries.ts'
import { newReference, pathOnSite, subjectOf } from './rules.ts'

function hostsOf({ config, request }: BaseCtx): string[] {
  const own = [originOf('normal', config), originOf('adult', config), config.s3PublicUrl].flatMap(
    (origin) => origin ?? [],
  )
  return [...own.map((origin) => new URL(origin).hostname), hostname(request?.headers.get('host'))].filter(Boolean)
}

/** Returns the notice's reference number. Throws `invalid` for a URL of another site. */
export async function fileNotice(
  ctx: BaseCtx,
  { url: address, category, text, name, email }: NewNotice,
): Promise<string> {
  const url = pathOnSite(address, hostsOf(ctx))
  if (url === null) throw invalidField('url', 'notice_url')
  const subject = subjectOf(url)
  const reference = newReference()
  // If the sender's address has reached the limit of confirmation mails, the notice is stored without sending a mail.
  const isMailed = email !== '' && (await ctx.limiter.tryTake('notice_mail', { email })) === 0
  await ctx.db.transaction(async (tx) => {
    const { post_id, comment_id, ...other }: NoticeTarget = subject ? await findTarget(tx, subject) : {}
    const content = comment_id
      ? await lockContentUnlessDeleted(tx, { kind: 'comment', id: comment_id })
      : post_id
        ? await lockContentUnlessDeleted(tx, { kind: 'post', id: post_id })
        : null
    const target = content ? contentIdOf(content) : other
    const id = await insertNotice(tx, {
      reference,
      url,
      ...target,
      reason_code: category,
      text,
      name: name || null,
      email: email || null,
      language: ctx.lang,
      created_at: ctx.now(),
    })
    await openItem(tx, {
      kind: 'notices',
      notice_id: id,
      waiting_since: ctx.now(),
      ...(content
        ? itemTarget(content)
        : { category_id: other.category_id ?? null, reported_category_id: other.category_id }),
    })
    if (isMailed) await requestNoticeMail(tx, id, 'received')
  })
  return reference
}

export const noticesHandlers: HandlersOf<typeof notices, CtxByAccess> = {
  create: async (ctx, input) => ({ reference: await fileNotice(ctx, input) }),
}
