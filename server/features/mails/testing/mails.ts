import PostalMime from 'postal-mime'
import { addJob } from '#server/jobs/add.ts'
import { listOutbox, outboxDir } from '#server/mail/outbox.ts'
import { join } from 'node:path'
import type { TestApp } from '#server/test/app.ts'
import { runJobs } from '#server/test/jobs.ts'

type ReceivedMail = { subject: string; text: string; html: string; id: string; headers: Record<string, string> }

type Addressed = { email: string | null }

export async function receivedBy(t: TestApp, { email }: Addressed): Promise<ReceivedMail[]> {
  const dir = outboxDir(t.config.dataDir)
  const own = (await listOutbox(dir)).filter(({ to }) => to === email).reverse()
  return Promise.all(
    own.map(async ({ name }) => {
      const mail = await PostalMime.parse(await Bun.file(join(dir, name)).arrayBuffer())
      return {
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        id: mail.messageId ?? '',
        headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
      }
    }),
  )
}

export async function collectMails(t: TestApp): Promise<void> {
  await addJob(t.db, 'collect_notification_mails', {})
  await runJobs(t.services)
}

export async function collectDigests(t: TestApp): Promise<void> {
  await addJob(t.db, 'collect_digests', {})
  await runJobs(t.services)
}
