import { expect, test } from 'bun:test'
import { deviceOf } from './device.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome, Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 ' +
      'Safari/605.1.15',
    'Safari, macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile ' +
      'Safari/537.36',
    'Chrome, Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox, Linux'],
  ['narzedzie/1.0 (skrypt)', 'narzedzie'],
  ['Aplikacja-mobilna/2 (iPhone; iOS 17.1)', 'Aplikacja-mobilna, iOS'],
  ['Konto zablokowane, wejdź na https://evil.example/a (b', 'Konto'],
  ['https://evil.example/1.0 (b)', 'https'],
  ['evil.example/1.0', 'evil'],
  ['<script>alert(1)</script>', null],
  ['', null],
  [null, null],
])('ACCT-5 the user agent %p is named %p', (agent, device) => {
  expect(deviceOf(agent)).toBe(device)
})

test('a browser update does not count as a new device, and long device names are shortened', () => {
  expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64; rv:1.0) Gecko/20100101 Firefox/1.0')).toBe(
    deviceOf('Mozilla/5.0 (X11; Linux x86_64; rv:200.0) Gecko/20100101 Firefox/200.0'),
  )
  expect(deviceOf('x'.repeat(100_000))!.length).toBeLessThanOrEqual(80)
})
