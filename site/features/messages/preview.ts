import { LIMITS } from '#shared/limits.ts'

/** A message in one line, cut at 60 characters; half of a surrogate pair never stays. */
export function messagePreview(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim()
  if (line.length <= LIMITS.messagePreview) return line
  return `${line.slice(0, LIMITS.messagePreview).replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}
