import { paths } from '#shared/paths.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Services, Variant } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { originOf } from '#server/http/variant.ts'
import { addJob } from '#server/jobs/add.ts'
import { factorMail, type FactorChange } from '#server/mail/factor-templates.ts'
import { findAccount, findLanguage } from '../auth/queries.ts'

export type FactorMail = { user_id: number, change: FactorChange, at: string, lang: Lang, variant: Variant }

/** In the language of the account's owner. */
export async function requestFactorMail(
  tx: DbOrTx, { variant, now }: { variant: Variant, now: () => Date }, userId: number, change: FactorChange,
): Promise<void> {
  const lang = await findLanguage(tx, userId)
  await addJob(tx, 'send_factor_mail', { user_id: userId, change, at: now().toISOString(), lang, variant })
}

export async function sendFactorMail({ db, config, mailer }: Services, { user_id, change, at, lang, variant }: FactorMail): Promise<void> {
  const account = await findAccount(db, user_id)
  if (!account?.email) return
  const origin = originOf(variant, config)
  await mailer.send({
    to: account.email,
    ...factorMail(lang, {
      siteName: config.siteName, username: account.username, change,
      time: new Intl.DateTimeFormat(lang === 'pl' ? 'pl-PL' : 'en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: config.timeZone }).format(new Date(at)),
      securityLink: origin + paths.settings('security'), resetLink: origin + paths.forgotPassword(), supportEmail: config.supportEmail,
    }),
  })
}
