import { describe, expect, test } from 'bun:test'
import { iconOf, imageSizeOf, narrowerOf, posterOf, srcSetOf } from './media-url.ts'

const stem = (size: string) => `/media/i/${'0a'.repeat(20)}-${size}`

describe('the address of a public picture', () => {
  test('the address of a public picture says how large it is', () => {
    expect(imageSizeOf(`${stem('1600x900')}.webp`)).toEqual({ width: 1600, height: 900 })
    expect(imageSizeOf(`${stem('20x10')}.gif`)).toEqual({ width: 20, height: 10 })
  })

  test.each([
    [
      '1600x900',
      `${stem('1600x900')}-480.webp 480w, ${stem('1600x900')}-960.webp 960w, ${stem('1600x900')}.webp 1600w`,
    ],
    ['961x10', `${stem('961x10')}-480.webp 480w, ${stem('961x10')}-960.webp 960w, ${stem('961x10')}.webp 961w`],
    ['960x10', `${stem('960x10')}-480.webp 480w, ${stem('960x10')}.webp 960w`],
    ['480x10', undefined],
  ])('the address of a public picture says which widths there are of %s', (size, srcSet) => {
    expect(srcSetOf(`${stem(size)}.webp`)).toBe(srcSet)
  })

  test('the address of a public picture says whether it moves, and then has a poster and no other widths', () => {
    expect(posterOf(`${stem('1600x900')}.gif`)).toBe(`${stem('1600x900')}-poster.webp`)
    expect(narrowerOf(`${stem('1600x900')}.gif`)).toEqual([])
    expect(posterOf(`${stem('1600x900')}.webp`)).toBeNull()
  })
})

test.each([
  [`${stem('1600x900')}.webp`, `${stem('1600x900')}-480.webp`],
  [`${stem('100x100')}.webp`, `${stem('100x100')}.webp`],
  [`${stem('1600x900')}.gif`, `${stem('1600x900')}-poster.webp`],
  ['https://example.org/a.png', 'https://example.org/a.png'],
])('an icon %s is shown small and still', (url, icon) => {
  expect(iconOf(url)).toBe(icon)
})

test('a private picture has a still address, whatever it is', () => {
  expect(posterOf(`/media/m/${'0a'.repeat(16)}`)).toBe(`/media/m/${'0a'.repeat(16)}?still`)
})

test.each([
  '',
  '/media/i/x.webp',
  'https://example.org/a.webp',
  `https://example.org${stem('2x2')}.webp`,
  `${stem('2x2')}-480.webp`,
  `${stem('0x2')}.webp`,
])('no picture data is read from any other address: %p', (url) => {
  expect([imageSizeOf(url), narrowerOf(url), srcSetOf(url), posterOf(url)]).toEqual([null, [], undefined, null])
})
