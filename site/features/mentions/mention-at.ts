/** A mention that is being typed: where its @ stands and the word characters behind it so far. */
export type MentionAt = { start: number, query: string }

/** The mention that ends at the caret; null where the @ begins no mention ('mail@example') or nothing follows it. */
export function mentionAt(text: string, caret: number): MentionAt | null {
  const found = /(?:^|[^\w@/])@(\w{1,30})$/.exec(text.slice(0, caret))
  if (!found) return null
  const query = found[1]!
  return { start: caret - query.length - 1, query }
}

/** The text with the chosen name in place of what was typed of it, and where the caret goes. */
export function withMention(text: string, { start, query }: MentionAt, username: string): { text: string, caret: number } {
  const behind = text.slice(start + 1 + query.length).replace(/^\w+/, '')
  const inserted = `@${username}${behind.startsWith(' ') ? '' : ' '}`
  return { text: text.slice(0, start) + inserted + behind, caret: start + username.length + 2 }
}
