import { LIMITS } from '#shared/limits.ts'
import { renderMarkdown } from '../markdown.ts'
import { sanitize } from '../sanitize.ts'
import { trespasses } from './allow-list.ts'

/** Returns a fault of the rendered text (not allowed, or not storable), or null. */
export function flawOf(text: string): unknown {
  const { html, plain, mentions } = renderMarkdown(text)
  const outside = trespasses(html)
  if (outside.length > 0) return outside
  if (!html.isWellFormed() || !plain.isWellFormed() || /\0/.test(html + plain)) return 'not storable'
  return mentions.length > LIMITS.mentions || mentions.some((name) => !/^[A-Za-z0-9_]{3,30}$/.test(name))
    ? mentions
    : null
}

export function leakOf(text: string): unknown {
  const outside = trespasses(sanitize(text))
  return outside.length > 0 ? outside : null
}
