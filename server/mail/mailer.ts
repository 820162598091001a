import { createOutboxMailer } from './outbox.ts'
import { createSmtpMailer } from './smtp.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Used as Message-ID, so that mail programs hide the duplicate when a crash causes a mail to be sent twice. */
  id?: string
  unsubscribeUrl?: string
}

/** Rejects if the mail was not accepted, so that its job is retried. */
export type Mailer = { send: (mail: Mail) => Promise<void> }

type MailConfig = { smtpUrl?: string | null; mailFrom: string; dataDir: string }

/** Sends each mail with the current settings; connections are kept until the settings change. */
export function createCurrentMailer(read: () => MailConfig): Mailer {
  let made: { by: MailConfig; mailer: Mailer } | null = null
  return {
    send(mail) {
      const by = read()
      if (!made || !Bun.deepEquals(made.by, by)) made = { by, mailer: createMailer(by) }
      return made.mailer.send(mail)
    },
  }
}

export function createMailer(config: MailConfig): Mailer {
  return config.smtpUrl
    ? createSmtpMailer(config.smtpUrl, config.mailFrom)
    : createOutboxMailer(config.dataDir, config.mailFrom)
}
