import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { createMailer } from './mailer.ts'
import { listOutbox, outboxDir, readOutboxMail } from './outbox.ts'
import { startSmtpServer } from './testing/smtp-server.ts'

const mailFrom = 'Wątek <no-reply@example.org>'
const smtp = startSmtpServer()
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mail-test-'))
})
afterAll(async () => {
  smtp.stop()
  await rm(dataDir, { recursive: true })
})

const mail = {
  to: 'ala+watek@example.org',
  subject: 'Zażółć gęślą jaźń – 😀 i bardzo długi temat, który nie mieści się w jednym wierszu nagłówka',
  text: `Zażółć\n.\n..kropki\nhttps://watek.example/verify-email-login?token=${'a'.repeat(80)}&email=a%40b.example\n`,
  html: '<p>Zażółć <a href="https://watek.example/?a=1&amp;b=2">gęślą</a></p>',
}

const drivers = [
  {
    name: 'smtp',
    mailer: () => createMailer({ smtpUrl: smtp.url, mailFrom, dataDir }),
    last: () => smtp.received.at(-1)?.data ?? '',
    count: async () => smtp.received.length,
  },
  {
    name: 'outbox',
    mailer: () => createMailer({ smtpUrl: null, mailFrom, dataDir }),
    last: async () => Bun.file(join(outboxDir(dataDir), (await listOutbox(outboxDir(dataDir)))[0]?.name ?? '')).text(),
    count: async () => (await listOutbox(outboxDir(dataDir))).length,
  },
]

describe.each(drivers)('a mail by $name', ({ mailer, last, count }) => {
  test('a mail arrives with the recipient, sender, subject, text and HTML that were given', async () => {
    await mailer().send(mail)
    const arrived = await PostalMime.parse(await last())
    expect(arrived.to?.[0]?.address).toBe(mail.to)
    expect(arrived.from).toEqual({ name: 'Wątek', address: 'no-reply@example.org' })
    expect(arrived.subject).toBe(mail.subject)
    expect(arrived.text?.trimEnd()).toBe(mail.text.trimEnd())
    expect(arrived.html?.trimEnd()).toBe(mail.html)
  })

  test('a mail has the headers of an automatic message and a date', async () => {
    await mailer().send(mail)
    const arrived = await PostalMime.parse(await last())
    expect(arrived.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(Date.parse(arrived.date ?? '')).not.toBeNaN()
  })

  test('a mail has the given Message-ID, and the headers of one-click unsubscribe', async () => {
    const unsubscribeUrl = `https://watek.example/api/notifications/unsubscribe?token=${'a'.repeat(400)}`
    await mailer().send({ ...mail, id: 'digest-1', unsubscribeUrl })
    const { headers, messageId } = await PostalMime.parse(await last())
    expect(messageId).toBe('<digest-1@example.org>')
    expect(headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(`<${unsubscribeUrl}>`)
    expect(headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
  })

  test('a mail has no unsubscribe header unless one is given', async () => {
    await mailer().send(mail)
    expect((await PostalMime.parse(await last())).headers.filter(({ key }) => key.startsWith('list-'))).toEqual([])
  })

  test.each([
    ['two recipients', { to: 'a@example.org, b@example.org' }],
    ['a header after the recipient', { to: 'a@example.org\r\nBcc: b@example.org' }],
    ['a name around the recipient', { to: 'A <a@example.org>' }],
    ['no recipient', { to: '' }],
    ['a header after the subject', { subject: 'a\r\nBcc: b@example.org' }],
    ['a bare line end in the subject', { subject: 'a\nb' }],
    ['NUL in the subject', { subject: 'a\0b' }],
    ['a header after the unsubscribe link', { unsubscribeUrl: 'https://watek.example/\r\nBcc: b@example.org' }],
    ['a second unsubscribe link', { unsubscribeUrl: 'https://watek.example/>, <https://other.example/' }],
    ['an unsubscribe link that is no web address', { unsubscribeUrl: 'javascript:1' }],
    ['a header after the id', { id: 'a\r\nBcc: b@example.org' }],
  ])('a mail is refused with %s', async (_what, change) => {
    const before = await count()
    await expect(mailer().send({ ...mail, ...change })).rejects.toThrow()
    expect(await count()).toBe(before)
  })

  test('sending a mail reads no files or URLs named in it', async () => {
    await mailer().send({ ...mail, text: 'file:///etc/passwd', html: '<img src="file:///etc/passwd">' })
    const arrived = await PostalMime.parse(await last())
    expect(arrived.attachments).toEqual([])
    expect(arrived.html?.trim()).toBe('<img src="file:///etc/passwd">')
  })

  test('many mails sent at once all arrive', async () => {
    const before = await count()
    const sender = mailer()
    await Promise.all(Array.from({ length: 20 }, (_, index) => sender.send({ ...mail, subject: `Mail ${index}` })))
    expect(await count()).toBe(before + 20)
  })
})

describe('SMTP', () => {
  test('the SMTP envelope has sender and recipient', async () => {
    await createMailer({ smtpUrl: smtp.url, mailFrom, dataDir }).send({ ...mail, to: 'ala@example.org' })
    expect(smtp.received.at(-1)).toMatchObject({ from: 'no-reply@example.org', recipients: ['ala@example.org'] })
  })

  test('a mail that the SMTP server refuses is reported as not sent', async () => {
    await expect(
      createMailer({ smtpUrl: smtp.url, mailFrom, dataDir }).send({ ...mail, to: 'refused@example.org' }),
    ).rejects.toThrow('550')
  })

  test('an SMTP server that is down is reported', async () => {
    await expect(createMailer({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom, dataDir }).send(mail)).rejects.toThrow()
  })
})

describe('the mail outbox of development', () => {
  const dir = () => outboxDir(dataDir)

  test('the outbox lists its mails, newest first, and shows each with its links', async () => {
    const mailer = createMailer({ mailFrom, dataDir })
    await mailer.send({ ...mail, subject: 'Pierwszy' })
    await mailer.send({ ...mail, subject: 'Drugi' })
    const [newest, older] = await listOutbox(dir())
    expect([newest?.subject, older?.subject]).toEqual(['Drugi', 'Pierwszy'])
    expect(newest?.date).toBeInstanceOf(Date)

    expect(await readOutboxMail(dir(), newest?.name ?? '')).toMatchObject({
      to: mail.to,
      subject: 'Drugi',
      text: mail.text.trimEnd(),
      html: mail.html,
      links: [`https://watek.example/verify-email-login?token=${'a'.repeat(80)}&email=a%40b.example`],
    })
  })

  test('the outbox shows only mails that it has stored itself', async () => {
    await createMailer({ mailFrom, dataDir }).send(mail)
    await writeFile(join(dir(), 'secret.eml'), 'Subject: x\r\n\r\nx')
    await writeFile(join(dataDir, 'secret'), 'x')
    expect(await readOutboxMail(dir(), 'secret.eml')).toBeNull()
    expect(await readOutboxMail(dir(), '../secret')).toBeNull()
    expect(await readOutboxMail(dir(), '20260101T000000000Z-000000-00000000.eml')).toBeNull()
    expect((await listOutbox(dir())).map(({ name }) => name)).not.toContain('secret.eml')
  })

  test('the outbox is empty where its folder does not exist', async () => {
    expect(await listOutbox(join(dataDir, 'nowhere'))).toEqual([])
  })

  test('the outbox is readable by the owner of the server only', async () => {
    await createMailer({ mailFrom, dataDir }).send(mail)
    const [newest] = await listOutbox(dir())
    expect((await stat(dir())).mode & 0o777).toBe(0o700)
    expect((await stat(join(dir(), newest?.name ?? ''))).mode & 0o777).toBe(0o600)
  })
})
