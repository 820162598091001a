type MentionAt = { start: number; query: string }

/** Returns null if the '@' belongs to something else, as in 'mail@example'. */
export function mentionAt(text: string, caret: number): MentionAt | null {
  const found = /(?:^|[^\w@/])@(\w{1,30})$/.exec(text.slice(0, caret))
  if (!found) return null
  const query = found[1]!
  return { start: caret - query.length - 1, query }
}

export function withMention(
  text: string,
  { start, query }: MentionAt,
  username: string,
): { text: string; caret: number } {
  const behind = text.slice(start + 1 + query.length).replace(/^\w+/, '')
  const inserted = `@${username}${behind.startsWith(' ') ? '' : ' '}`
  return { text: text.slice(0, start) + inserted + behind, caret: start + username.length + 2 }
}
