import { noticeMail as enTexts } from '#shared/i18n/en/notice-mail.ts'
import { catalog } from '#shared/i18n/index.ts'
import { noticeMail as plTexts, type NoticeMailTexts } from '#shared/i18n/pl/notice-mail.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { originOf } from '#server/http/variant.ts'
import { addJob } from '#server/jobs/add.ts'
import type { NoticeMail } from '#server/jobs/payloads.ts'
import type { Part } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { contentOf } from '#server/mail/templates.ts'
import { findNotice } from './queries.ts'

const texts: Record<Lang, NoticeMailTexts> = { pl: plTexts, en: enTexts }

export async function requestNoticeMail(
  tx: DbOrTx,
  notice_id: number,
  kind: NoticeMail['kind'],
  runAt?: Date,
): Promise<void> {
  await addJob(tx, 'send_notice_mail', { notice_id, kind }, { runAt, key: `notice_${kind}:${notice_id}` })
}

/**
 * Returns null if the notice has no e-mail address. The mail quotes nothing from the notice, because the address that
 * its author entered may be somebody else's.
 */
export async function noticeMail(
  { db, config, settings }: Services,
  { notice_id, kind }: NoticeMail,
): Promise<Mail | null> {
  const found = await findNotice(db, notice_id)
  if (!found?.notice.email || (kind === 'decided' && found.notice.outcome === null)) return null
  const {
    notice: { post_id, comment_id, email, language: lang, reference, reason_code, outcome, answer },
    thread_id,
    automatic,
  } = found
  const t = texts[lang]
  const siteName = settings.value('site_name')
  const postId = post_id ?? thread_id
  const about: Part[] =
    postId === null ? [] : [{ before: t.about, link: originOf('normal', config) + paths.post(postId, comment_id) }]
  const parts: Part[] =
    kind === 'received'
      ? [
          t.received.lead(siteName, reference),
          t.reason(catalog(lang).posts.reasons[reason_code]),
          ...about,
          t.received.next,
        ]
      : [
          outcome === 'removed' ? t.decided.removed(reference) : t.decided.kept(reference),
          ...about,
          ...(answer === '' ? [] : [answer]),
          automatic ? t.decided.byFilter : t.decided.byPerson,
          t.decided.objection(settings.value('contact_email')),
        ]
  return {
    to: email!,
    id: `notice-${kind}-${notice_id}`,
    ...contentOf({
      lang,
      siteName,
      subject: t[kind].subject(siteName, reference),
      parts: [t.greeting, ...parts],
      footer: [t.why(siteName)],
    }),
  }
}
