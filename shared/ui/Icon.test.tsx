import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { Icon } from './Icon.tsx'

const SHAPES = [
  ['path', { d: 'M2 2h4' }],
  ['circle', { cx: 12, cy: 12, r: 3 }],
] as const

test('an icon without an accessible name is one decorative svg with its shapes', () => {
  expect(renderToStaticMarkup(<Icon of={SHAPES} size={18} />)).toBe(
    '<svg class="icon" width="1.125rem" height="1.125rem" viewBox="0 0 24 24" aria-hidden="true">' +
      '<path d="M2 2h4"></path><circle cx="12" cy="12" r="3"></circle></svg>',
  )
})

test('an icon with an accessible name is an image to screen readers', () => {
  const html = renderToStaticMarkup(<Icon of={SHAPES} aria-label="Przeczytano" />)
  expect(html).toContain('role="img" aria-label="Przeczytano"')
  expect(html).not.toContain('aria-hidden')
})

test('a class name passed to an icon is added to its own', () => {
  expect(renderToStaticMarkup(<Icon of={SHAPES} className="search-box__icon" />)).toContain(
    'class="icon search-box__icon"',
  )
})
