import { backupMail as enTexts } from '#shared/i18n/en/backup-mail.ts'
import { backupMail as plTexts, type BackupMailTexts } from '#shared/i18n/pl/backup-mail.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import type { BackupMail } from '#server/jobs/payloads.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { contentOf, mailTexts } from '#server/mail/templates.ts'
import { findReader, readBackupState } from './queries.ts'

const texts: Record<Lang, BackupMailTexts> = { pl: plTexts, en: enTexts }

export async function backupMail(
  { db, config, settings, now }: Services,
  { user_id, problems }: BackupMail,
): Promise<Mail | null> {
  const siteName = settings.value('site_name')
  const support = { username: siteName, email: settings.value('contact_email'), lang: 'pl' as const }
  const reader = user_id === null ? support : await findReader(db, user_id)
  if (!reader?.email) return null
  const { username, email, lang } = reader
  const state = await readBackupState(db, now())
  const errors = { backup_failed: state.backup_failure?.error, proof_failed: state.proof_failure?.error }
  const [t, common] = [texts[lang], mailTexts[lang]]
  const details = problems.flatMap((problem) => {
    const error = problem === 'backup_failed' || problem === 'proof_failed' ? errors[problem] : undefined
    return [t.problems[problem], ...(error === undefined ? [] : [t.reason(error)])]
  })
  return {
    to: email,
    ...contentOf({
      lang,
      siteName,
      subject: t.subject(siteName),
      parts: [
        common.greeting(username),
        ...details,
        { label: t.button, link: config.publicUrl + paths.admin(), copyLink: common.copyLink },
        t.once,
      ],
      footer: [common.footer(siteName)],
    }),
  }
}
