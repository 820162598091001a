import { expect, test } from 'bun:test'
import { reportInArguments, reportOfLink } from './deep-links.ts'
import { plainFileName } from './file-name.ts'
import { isOpenable } from './links.ts'
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
])('%s is the server %s', (typed, address) => {
  expect(serverAddress(typed)).toEqual({ address })
})

test.each(['http://forum.example.pl', 'http://localhost.example.pl', 'http://10.0.0.1', 'http://127.0.0.1.example.pl'])('%s would not be encrypted', (typed) => {
  expect(serverAddress(typed)).toEqual({ issue: 'address_not_secure' })
})

test.each(['', '   ', 'https://', 'ftp://forum.example.pl', 'file:///etc/passwd', 'javascript:alert(1)', 'https://a:b@forum.example.pl', 'https://good.pl\\@evil.pl', 'dwa słowa'])(
  '%p is no address of a server', (typed) => {
    expect(serverAddress(typed)).toEqual({ issue: 'address' })
  },
)

test.each(['https://example.pl/x', 'mailto:kto@example.pl'])('%s is handed to the system', (link) => {
  expect(isOpenable(link)).toBe(true)
})

test.each([
  'http://example.pl', 'file:///etc/passwd', 'javascript:alert(1)', 'smb://host/x', 'ms-msdt:/id', 'watek-console://reports/1', 'app://console/', 'https://a:b@example.pl',
  'https:\\\\example.pl', 'data:text/html,x', '',
])('%p is opened by nobody', (link) => {
  expect(isOpenable(link)).toBe(false)
})

test('an address without end is opened by nobody', () => {
  expect(isOpenable(`https://example.pl/${'x'.repeat(2000)}`)).toBe(false)
})

test('a deep link names a report by its number and does nothing else', () => {
  expect(reportOfLink('watek-console://reports/12')).toBe(12)
  expect(reportOfLink('WATEK-CONSOLE://reports/12/')).toBe(12)
  expect(['watek-console://reports/0', 'watek-console://reports/1e3', 'watek-console://reports/../users/1', 'watek-console://users/1', 'https://reports/1',
    'watek-console://reports/12?x=1', 'watek-console://reports/9999999999', ''].map(reportOfLink)).toEqual(Array(8).fill(null))
})

test('the link is found among the arguments of a second start', () => {
  expect(reportInArguments(['/opt/console', '--flag', '.', 'watek-console://reports/7'])).toBe(7)
  expect(reportInArguments(['/opt/console', '--x=watek-console://reports/7'])).toBeNull()
})

test('updates come from https alone, or from nowhere', () => {
  expect(updateFeed(' https://updates.example.pl/console/ ')).toBe('https://updates.example.pl/console/')
  expect(updateFeed('')).toBeNull()
  expect(['http://updates.example.pl', 'https://a@b.pl', 'https://b.pl/?x', 'https://b.pl/#x', 'b.pl', 'file:///tmp'].map(updateFeed)).toEqual(Array(6).fill(undefined))
})

test('a file to be saved has a plain name', () => {
  expect(plainFileName('zgłoszenia 2026-11-21.csv')).toBe('zgłoszenia-2026-11-21.csv')
  expect(plainFileName('../../.bashrc')).toBe('plik.bashrc')
  expect(plainFileName('a/b\\c:d.CSV')).toBe('a-b-c-d.csv')
  expect(plainFileName('...')).toBe('plik')
  expect(plainFileName('x'.repeat(200)).length).toBe(100)
})

test('only the main frame of the own window at its own address is heard', () => {
  expect(isOwnPage({ url: 'app://console/?tab=users', parent: null }, true)).toBe(true)
  expect(isOwnPage({ url: 'app://console/', parent: null }, false)).toBe(false)
  expect(isOwnPage({ url: 'app://console/', parent: {} }, true)).toBe(false)
  expect(isOwnPage({ url: 'https://evil.example/app://console/', parent: null }, true)).toBe(false)
  expect(isOwnPage({ url: 'app://console.evil/', parent: null }, true)).toBe(false)
  expect(isOwnPage({ url: 'about:blank', parent: null }, true)).toBe(false)
  expect(isOwnPage(null, true)).toBe(false)
})
