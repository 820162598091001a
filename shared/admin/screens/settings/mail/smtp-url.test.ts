import { expect, test } from 'bun:test'
import { EMPTY_SERVER, smtpUrlOf } from './smtp-url.ts'

test('RUN-3 an SMTP URL keeps every character of user and password', () => {
  const url = smtpUrlOf({
    ...EMPTY_SERVER,
    host: ' mail.example.org ',
    port: '465',
    user: 'a@b.org',
    password: 'p@:/ż',
  })
  expect(url).toBe('smtps://a%40b.org:p%40%3A%2F%C5%BC@mail.example.org:465')
  expect(decodeURIComponent(new URL(url!).password)).toBe('p@:/ż')
})

test('RUN-3 an SMTP form without a host is saved as no mail server', () => {
  expect(smtpUrlOf({ ...EMPTY_SERVER, user: 'a' })).toBeNull()
  expect(smtpUrlOf({ ...EMPTY_SERVER, security: 'smtp', host: 'localhost' })).toBe('smtp://localhost')
})
