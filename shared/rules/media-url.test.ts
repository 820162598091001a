import { describe, expect, test } from 'bun:test'
import { iconOf, imageSizeOf, narrowerOf, posterOf, srcSetOf } from './media-url.ts'

const stem = (size: string) => `/media/i/${'0a'.repeat(20)}-${size}`

describe('the URL of a public picture', () => {
  test('the URL of a public picture contains its dimensions', () => {
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
  ])('the srcset of a public picture of the size %s is derived from its URL', (size, srcSet) => {
    expect(srcSetOf(`${stem(size)}.webp`)).toBe(srcSet)
  })

  test('the URL of an animated picture has a poster and no smaller widths', () => {
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
])('the icon of the picture %s is small and not animated', (url, icon) => {
  expect(iconOf(url)).toBe(icon)
})

test("the still image of a private picture has the picture's URL with ?still, whether it is animated or not", () => {
  expect(posterOf(`/media/m/${'0a'.repeat(16)}`)).toBe(`/media/m/${'0a'.repeat(16)}?still`)
})

test.each([
  '',
  '/media/i/x.webp',
  'https://example.org/a.webp',
  `https://example.org${stem('2x2')}.webp`,
  `${stem('2x2')}-480.webp`,
  `${stem('0x2')}.webp`,
])('no picture dimensions are read from the URL %p', (url) => {
  expect([imageSizeOf(url), narrowerOf(url), srcSetOf(url), posterOf(url)]).toEqual([null, [], undefined, null])
})
