import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import type { Mailer } from './mailer.ts'
import { messageOf } from './message.ts'

/** A name consists of the time, the mail's number in the process and a random part, so names sort by time. */
const FILE_NAME = /^\d{8}T\d{9}Z-\d{6}-[0-9a-f]{8}\.eml$/
const SHOWN = 100

type OutboxEntry = { name: string; to: string; subject: string; date: Date | null }
export type OutboxMail = OutboxEntry & { text: string; html: string; links: string[] }

export function outboxDir(dataDir: string): string {
  return join(dataDir, 'outbox')
}

export function createOutboxMailer(dataDir: string, from: string): Mailer {
  const dir = outboxDir(dataDir)
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let count = 0
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from))
      const time = new Date().toISOString().replace(/[-:.]/g, '')
      const number = String(count++ % 1_000_000).padStart(6, '0')
      const name = `${time}-${number}-${crypto.randomUUID().slice(0, 8)}.eml`
      await mkdir(dir, { recursive: true, mode: 0o700 })
      // The file is renamed when it is complete, so that no partial mail is read.
      await writeFile(join(dir, `.${name}`), message, { mode: 0o600 })
      await rename(join(dir, `.${name}`), join(dir, name))
    },
  }
}

/** Lists at most 100 mails, newest first. */
export async function listOutbox(dir: string): Promise<OutboxEntry[]> {
  const names = await readdir(dir).catch(() => [])
  const newest = names
    .filter((name) => FILE_NAME.test(name))
    .sort()
    .reverse()
    .slice(0, SHOWN)
  const mails = await Promise.all(newest.map((name) => readOutboxMail(dir, name)))
  return mails.flatMap((mail) =>
    mail ? [{ name: mail.name, to: mail.to, subject: mail.subject, date: mail.date }] : [],
  )
}

export async function readOutboxMail(dir: string, name: string): Promise<OutboxMail | null> {
  if (!FILE_NAME.test(name)) return null
  const file = Bun.file(join(dir, name))
  if (!(await file.exists())) return null
  const mail = await PostalMime.parse(await file.arrayBuffer())
  const text = mail.text ?? ''
  return {
    name,
    to: mail.to?.map(({ address }) => address).join(', ') ?? '',
    subject: mail.subject ?? '',
    date: mail.date ? new Date(mail.date) : null,
    text: text.trimEnd(),
    html: (mail.html ?? '').trimEnd(),
    links: [...new Set(text.match(/https?:\/\/[^\s<>"]+/g))],
  }
}
