import { LIMITS } from '#shared/limits.ts'
import { cutAtWord } from '#server/ai/text.ts'

export function readPost(answer: string): { title: string; content: string } | null {
  const [first = '', ...rest] = answer.split('\n')
  // The text is truncated first, because the regular expressions take quadratic time in the length of a line.
  const bare = first
    .slice(0, 2 * LIMITS.titleMax)
    .replace(/^[#>*\s]+/, '')
    .replace(/^(tytuł|title)\s*:\s*/i, '')
    .replace(/[*_\s]+$/, '')
    .replace(/^["„”«](.*)["”»]$/, '$1')
  const title = cutAtWord(bare.trim(), LIMITS.titleMax)
  return title.length < LIMITS.titleMin ? null : { title, content: rest.join('\n').trim() }
}
