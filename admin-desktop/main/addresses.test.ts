import { expect, test } from 'bun:test'
import { reportInArguments, reportOfLink } from './deep-links.ts'
import { plainFileName } from './file-name.ts'
import { openableLink } from './links.ts'
import { isOwnPage } from './sender.ts'
import { serverAddress } from './servers.ts'
import { updateFeed } from './update-feed.ts'

test.each([
  ['https://forum.example.pl', 'https://forum.example.pl'],
  [' forum.example.pl ', 'https://forum.example.pl'],
  ['forum.example.pl:8443', 'https://forum.example.pl:8443'],
  ['https://forum.example.pl/r/gory?sort=new#x', 'https://forum.example.pl'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['localhost:3000', 'http://localhost:3000'],
  ['http://adult.localhost:3000/', 'http://adult.localhost:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
])('the typed server %s is parsed as the URL %s', (typed, address) => {
  expect(serverAddress(typed)).toEqual({ address })
})

test.each(['http://forum.example.pl', 'http://localhost.example.pl', 'http://10.0.0.1', 'http://127.0.0.1.example.pl'])(
  'the server URL %s is refused because its connection is not encrypted',
  (typed) => {
    expect(serverAddress(typed)).toEqual({ issue: 'address_not_secure' })
  },
)

test.each([
  '',
  '   ',
  'https://',
  'ftp://forum.example.pl',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://a:b@forum.example.pl',
  'https://good.pl\\@evil.pl',
  'dwa słowa',
])('%p is refused as the URL of a server', (typed) => {
  expect(serverAddress(typed)).toEqual({ issue: 'address' })
})

test.each([
  ['https://example.pl/x', 'https://example.pl/x'],
  ['mailto:kto@example.pl', 'mailto:kto@example.pl'],
  [
    'mailto:kto@example.pl,inny@example.pl?subject=Dzie%C5%84%20dobry&cc=a@b.pl',
    'mailto:kto@example.pl,inny@example.pl?subject=Dzie%C5%84%20dobry&cc=a%40b.pl',
  ],
  ['MAILTO:kto@example.pl?Body=x%0D%0Ay', 'mailto:kto@example.pl?body=x%0D%0Ay'],
])('the link %s is opened in the browser as %s', (link, opened) => {
  expect(openableLink(link)).toBe(opened)
})

test.each([
  'attach=/etc/passwd',
  'Attachment=file:///etc/passwd',
  'att%61ch=/etc/passwd',
  'bcc=evil@example.pl',
  'from=a@b.pl',
  'in-reply-to=x',
])('DESK-4 a mailto link keeps only its subject, body and cc: %s', (field) => {
  expect(openableLink(`mailto:kto@example.pl?${field}&subject=x`)).toBe('mailto:kto@example.pl?subject=x')
})

test('a line break in a field of a mailto link adds no header to the mail', () => {
  expect(openableLink('mailto:kto@example.pl?subject=x%0D%0ABcc:%20evil@example.pl')).toBe(
    'mailto:kto@example.pl?subject=x%20%20Bcc%3A%20evil%40example.pl',
  )
})

test.each([
  'http://example.pl',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'smb://host/x',
  'ms-msdt:/id',
  'watek-console://reports/1',
  'app://console/',
  'https://a:b@example.pl',
  'https:\\\\example.pl',
  'data:text/html,x',
  '',
  'mailto:',
  'mailto:kto@example.pl%0D%0ABcc:evil@example.pl',
  'mailto:kto',
  'mailto:%',
  'mailto:kto@example.pl?subject=%',
])('DESK-4 the link %p is never opened', (link) => {
  expect(openableLink(link)).toBeNull()
})

test('a link of more than 2,000 characters is never opened', () => {
  expect(openableLink(`https://example.pl/${'x'.repeat(2000)}`)).toBeNull()
})

test('a deep link can name a report by its number and can contain nothing else', () => {
  expect(reportOfLink('watek-console://reports/12')).toBe(12)
  expect(reportOfLink('WATEK-CONSOLE://reports/12/')).toBe(12)
  expect(
    [
      'watek-console://reports/0',
      'watek-console://reports/1e3',
      'watek-console://reports/../users/1',
      'watek-console://users/1',
      'https://reports/1',
      'watek-console://reports/12?x=1',
      'watek-console://reports/9999999999',
      '',
    ].map(reportOfLink),
  ).toEqual(Array(8).fill(null))
})

test('a deep link is found among the arguments of a second start of the console', () => {
  expect(reportInArguments(['/opt/console', '--flag', '.', 'watek-console://reports/7'])).toBe(7)
  expect(reportInArguments(['/opt/console', '--x=watek-console://reports/7'])).toBeNull()
})

test('DESK-6 an update URL uses https, and an empty one disables updates', () => {
  expect(updateFeed(' https://updates.example.pl/console/ ')).toBe('https://updates.example.pl/console/')
  expect(updateFeed('')).toBeNull()
  expect(
    ['http://updates.example.pl', 'https://a@b.pl', 'https://b.pl/?x', 'https://b.pl/#x', 'b.pl', 'file:///tmp'].map(
      updateFeed,
    ),
  ).toEqual(Array(6).fill(undefined))
})

test('the name of a saved file is stripped of folders and special characters', () => {
  expect(plainFileName('zgłoszenia 2026-11-21.csv')).toBe('zgłoszenia-2026-11-21.csv')
  expect(plainFileName('../../.bashrc')).toBe('plik.bashrc')
  expect(plainFileName('a/b\\c:d.CSV')).toBe('a-b-c-d.csv')
  expect(plainFileName('...')).toBe('plik')
  expect(plainFileName('x'.repeat(200)).length).toBe(100)
})

test("DESK-4 only messages of the window's main frame from the console's own URL are accepted", () => {
  expect(isOwnPage({ url: 'app://console/?tab=users', parent: null }, true)).toBe(true)
  expect(isOwnPage({ url: 'app://console/', parent: null }, false)).toBe(false)
  expect(isOwnPage({ url: 'app://console/', parent: {} }, true)).toBe(false)
  expect(isOwnPage({ url: 'https://evil.example/app://console/', parent: null }, true)).toBe(false)
  expect(isOwnPage({ url: 'app://console.evil/', parent: null }, true)).toBe(false)
  expect(isOwnPage({ url: 'about:blank', parent: null }, true)).toBe(false)
  expect(isOwnPage(null, true)).toBe(false)
})
