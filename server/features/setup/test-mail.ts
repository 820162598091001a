import { ApiError } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { AdminCtx } from '#server/context.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { writeAudit } from '../audit/queries.ts'
import { mailProofOf } from './checklist.ts'
import { storeProof } from './queries.ts'

const MAX_REASON = 200

/** Waits until the mail server accepts the mail, or throws `mail_failed` with its reason. */
export async function sendTestMail(ctx: AdminCtx, to: string): Promise<void> {
  const { settings, config, lang } = ctx
  const smtpUrl = settings.value('smtp_url')
  const proof = mailProofOf(ctx)
  if (smtpUrl === null || proof === null) throw new ApiError('no_mail_server')
  ctx.waitLong()
  const text = catalog(lang).testMail
  const body = text.body(settings.value('site_name'))
  const mailer = createMailer({ smtpUrl, mailFrom: settings.value('mail_from'), dataDir: config.dataDir })
  await mailer
    .send({ to, subject: text.subject, text: body, html: `<p>${Bun.escapeHTML(body)}</p>` })
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message.slice(0, MAX_REASON) : ''
      throw new ApiError('mail_failed', { detail: `${catalog(lang).errors.mail_failed} ${reason}`.trim() })
    })
  await ctx.db.transaction(async (tx) => {
    await storeProof(tx, 'mail', proof)
    await writeAudit(tx, ctx, { action: 'settings.test_mail', target_type: 'setting', detail: to })
  })
}
