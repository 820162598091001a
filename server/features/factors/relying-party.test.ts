import { expect, test } from 'bun:test'
import { relyingPartyOf } from './relying-party.ts'

const of = (publicUrl: string, adultHost: string) =>
  (['normal', 'adult'] as const).map((variant) => relyingPartyOf(variant, { publicUrl, adultHost }))

test('the main host and its adult subdomain share passkeys', () => {
  const party = { id: 'watek.example', origins: ['https://watek.example', 'https://adult.watek.example'] }
  expect(of('https://watek.example', 'adult.watek.example')).toEqual([party, party])
})

test.each([
  ['https://watek.example', 'watek-adult.example'],
  ['https://watek.example', 'adultwatek.example'],
  ['https://www.watek.example', 'adult.watek.example'],
  ['http://localhost:3000', 'adult.localhost'],
])('the hosts %s and %s have separate passkeys', (publicUrl, adultHost) => {
  const [normal, adult] = of(publicUrl, adultHost)
  expect(normal).toEqual({ id: new URL(publicUrl).hostname, origins: [publicUrl] })
  expect(adult).toEqual({ id: adultHost, origins: [publicUrl.replace(new URL(publicUrl).hostname, adultHost)] })
})
