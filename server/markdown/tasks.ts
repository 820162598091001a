import type { MarkdownIt, StateCore } from 'markdown-it'

const MARK = /^\[([ xX])\](?=[ \t]+\S)/
/** The boxes are characters, because excerpts and mails also show them; the variation selector prevents an emoji. */
const OPEN = '☐'
const DONE = '☑\uFE0E'

/** Replaces the `[ ]` and `[x]` at the start of list items with a ballot box. */
export function addTasks(md: MarkdownIt): void {
  md.core.ruler.after('block', 'tasks', ({ tokens }: StateCore) => {
    tokens.forEach((item, index) => {
      const text = tokens[index + 2]
      const mark = item.type === 'list_item_open' && text?.type === 'inline' && MARK.exec(text.content)
      if (!mark) return
      item.attrs = [['class', 'task']]
      text.content = `${mark[1] === ' ' ? OPEN : DONE}${text.content.slice(mark[0].length)}`
    })
  })
}
