import type { MarkdownIt, StateCore } from 'markdown-it'

const TOP = 3
const BOTTOM = 6

/** Headings begin at h3, because the page has h1 and h2, and no level is skipped. */
export function outlineHeadings(md: MarkdownIt): void {
  md.core.ruler.after('block', 'headings', (state: StateCore) => {
    const above: number[] = []
    for (const token of state.tokens) {
      if (token.type === 'heading_open') {
        const level = Number(token.tag.slice(1))
        while (above.length > 0 && (above.at(-1) ?? 0) >= level) above.pop()
        above.push(level)
      }
      if (token.type === 'heading_open' || token.type === 'heading_close') {
        token.tag = `h${Math.min(TOP + above.length - 1, BOTTOM)}`
      }
    }
  })
}
