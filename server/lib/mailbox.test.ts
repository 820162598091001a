import { expect, test } from 'bun:test'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['Ola@Example.org', 'ola@example.org'],
  [' ola+sklep@example.org ', 'ola@example.org'],
  ['ola+a+b@example.org', 'ola@example.org'],
  ['ola.kot@example.org', 'ola.kot@example.org'],
  ['o.l.a+x@googlemail.com', 'ola@gmail.com'],
  ['ola@\u017c\u00f3\u0142w.example', 'ola@xn--w-uga1v8h.example'],
  ['ola@example.org.', 'ola@example.org'],
  ['+ola@example.org', '+ola@example.org'],
  ['bez znaku', 'bez znaku'],
])('the e-mail address %j belongs to the mailbox %j', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
