import type { MarkdownIt, StateCore } from 'markdown-it'

const MARK = /^\[([ xX])\](?=[ \t]+\S)/
/**
 * Characters instead of elements, so that excerpts and mails have them too. The variation selector prevents an emoji
 * picture.
 */
const OPEN = '☐'
const DONE = '☑\uFE0E'

/** Renders `- [ ] text` and `- [x] text` with a ballot box. */
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
