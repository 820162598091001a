import { describe, expect, test } from 'bun:test'
import { apiBase, isLocalhost } from './api-base.ts'

const production = ['watek.example', 'adult.watek.example']
const at = (hostname: string, port: string, protocol = 'http:') => apiBase({ protocol, hostname, port }, production)

describe('apiBase', () => {
  test("REQ-1 the API base on localhost is the page's own origin, whatever the port", () => {
    expect(at('localhost', '5173')).toBe('')
    expect(at('adult.localhost', '3000')).toBe('')
    expect(at('127.0.0.1', '3000')).toBe('')
    expect(at('[::1]', '3000')).toBe('')
  })

  test("REQ-1 the API base on a production host is the page's own origin, whatever the port and the case", () => {
    expect(at('watek.example', '8443', 'https:')).toBe('')
    expect(at('Adult.Watek.Example', '8443', 'https:')).toBe('')
  })

  test("REQ-1 the API base on a standard port is the page's own origin", () => {
    expect(at('192.168.1.7', '')).toBe('')
    expect(at('192.168.1.7', '80')).toBe('')
    expect(at('other.example', '443', 'https:')).toBe('')
  })

  test('REQ-2 the API base elsewhere is the host of the page on port 8000, with its protocol', () => {
    expect(at('192.168.1.7', '5173')).toBe('http://192.168.1.7:8000')
    expect(at('other.example', '8443', 'https:')).toBe('https://other.example:8000')
    expect(at('[2001:db8::1]', '5173')).toBe('http://[2001:db8::1]:8000')
  })

  test('a host name that merely ends like localhost or a production host counts as neither', () => {
    expect(at('notlocalhost', '5173')).toBe('http://notlocalhost:8000')
    expect(at('evil-watek.example', '5173')).toBe('http://evil-watek.example:8000')
  })
})

test('localhost, its subdomains and the loopback addresses count as localhost', () => {
  expect(['localhost', 'LOCALHOST', 'a.localhost', '127.0.0.1', '[::1]'].map(isLocalhost)).not.toContain(false)
  expect(['localhost.example', '127.0.0.1.example', '192.168.0.1', ''].map(isLocalhost)).not.toContain(true)
})
