import { LIMITS } from '#shared/limits.ts'
import { cutAtWord } from '#server/ai/text.ts'

/** Title and text of a post as the model wrote it, null where it has no title that a post may have. */
export function readPost(answer: string): { title: string, content: string } | null {
  const [first = '', ...rest] = answer.split('\n')
  const bare = first.replace(/^[#>*\s]+/, '').replace(/^(tytuł|title)\s*:\s*/i, '').replace(/[*_\s]+$/, '').replace(/^["„”«](.*)["”»]$/, '$1')
  const title = cutAtWord(bare.trim(), LIMITS.titleMax)
  return title.length < LIMITS.titleMin ? null : { title, content: rest.join('\n').trim() }
}
