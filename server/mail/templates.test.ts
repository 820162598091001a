import { describe, expect, test } from 'bun:test'
import { alreadyRegisteredMail, passwordResetMail, verifyMail } from './templates.ts'

const link = 'https://watek.example/verify-email-login?token=abc&email=a%40b.example'
const account = { siteName: 'Wątek', username: 'ala', link }

function linksIn(html: string): string[] {
  const found: string[] = []
  new HTMLRewriter()
    .on('a', {
      element: (a) => {
        found.push((a.getAttribute('href') ?? '').replaceAll('&amp;', '&'))
      },
    })
    .transform(html)
  return found
}

describe.each(['pl', 'en'] as const)('mails in %s', (lang) => {
  test('the verification mail has its link in the text and in the HTML', () => {
    const mail = verifyMail(lang, account)
    expect(mail.text).toContain(`\n${link}\n`)
    expect(linksIn(mail.html)).toEqual([link, link])
    expect(mail.text).toContain('24')
  })

  test('the reset mail has its link in the text and in the HTML', () => {
    const mail = passwordResetMail(lang, account)
    expect(mail.text).toContain(`\n${link}\n`)
    expect(linksIn(mail.html)).toEqual([link, link])
  })

  test('the mail about an existing account links to the login and to the password reset', () => {
    const mail = alreadyRegisteredMail(lang, {
      siteName: 'Wątek',
      username: 'ala',
      loginLink: 'https://watek.example/login',
      resetLink: 'https://watek.example/forgot-password',
    })
    expect(new Set(linksIn(mail.html))).toEqual(
      new Set(['https://watek.example/login', 'https://watek.example/forgot-password']),
    )
    expect(mail.text).toContain('https://watek.example/forgot-password')
  })

  test('each mail names the site in its subject and the member in its text', () => {
    const mails = [
      verifyMail(lang, account),
      passwordResetMail(lang, account),
      alreadyRegisteredMail(lang, { ...account, loginLink: link, resetLink: link }),
    ]
    expect(mails.map(({ subject }) => subject.includes('Wątek'))).toEqual([true, true, true])
    expect(mails.map(({ text }) => text.split('\n')[0]?.includes('ala'))).toEqual([true, true, true])
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3)
  })

  test('each mail is readable in dark mode, and loads nothing', () => {
    for (const { html } of [verifyMail(lang, account), passwordResetMail(lang, account)]) {
      expect(html).toContain('color-scheme: light dark')
      expect(html).toContain('prefers-color-scheme: dark')
      expect(html).not.toMatch(/<(img|link|script|iframe|table)|url\(|src=/i)
    }
  })

  test('the HTML of a mail is in its language', () => {
    expect(verifyMail(lang, account).html).toContain(`<html lang="${lang}">`)
  })
})

test('the Polish and the English mail differ', () => {
  expect(verifyMail('pl', account).subject).toBe('Potwierdź adres e-mail – Wątek')
  expect(verifyMail('en', account).subject).toBe('Confirm your email address – Wątek')
})

test('values inserted into a mail are escaped', () => {
  const { html } = verifyMail('en', { siteName: '<b>S</b>', username: '<i>', link: 'https://x.example/"><script>' })
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('<i>')
  expect(html).not.toContain('<script>')
})
