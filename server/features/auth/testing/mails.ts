import { listOutbox, outboxDir, readOutboxMail, type OutboxMail } from '#server/mail/outbox.ts'
import type { TestApp } from '#server/test/app.ts'
import { runJobs } from '#server/test/jobs.ts'

/** Runs the queued jobs and returns the mails to an e-mail address, newest first. */
export async function mailsTo(t: TestApp, address: string): Promise<OutboxMail[]> {
  await runJobs(t.services)
  const dir = outboxDir(t.config.dataDir)
  const entries = (await listOutbox(dir)).filter(({ to }) => to.toLowerCase() === address.toLowerCase())
  return Promise.all(entries.map(async ({ name }) => (await readOutboxMail(dir, name))!))
}

export async function linkTo(t: TestApp, address: string): Promise<{ url: URL; token: string }> {
  const [newest] = await mailsTo(t, address)
  const url = new URL(newest!.links[0]!)
  return { url, token: url.searchParams.get('token')! }
}
