import { createOutboxMailer } from './outbox.ts'
import { createSmtpMailer } from './smtp.ts'

export type Mail = { to: string, subject: string, text: string, html: string }

/** Sends one mail to one address; rejects where it was not accepted, so that the job which sent it tries again. */
export type Mailer = { send: (mail: Mail) => Promise<void> }

export type MailConfig = { smtpUrl?: string | null, mailFrom: string, dataDir: string }

/** The mailer that the settings ask for: SMTP where there is an address, else files in the outbox folder. */
export function createMailer(config: MailConfig): Mailer {
  return config.smtpUrl ? createSmtpMailer(config.smtpUrl, config.mailFrom) : createOutboxMailer(config.dataDir, config.mailFrom)
}
