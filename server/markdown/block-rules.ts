import type { MarkdownIt, StateBlock } from 'markdown-it'

type BlockRule = (state: StateBlock, line: number, endLine: number, silent: boolean) => boolean

/** `alt` lists the block types that the rule may interrupt; it must be the list of the original rule of markdown-it. */
export function replaceBlockRule(
  md: MarkdownIt,
  name: string,
  alt: string[],
  wrap: (original: BlockRule) => BlockRule,
): void {
  const original = md.block.ruler.getRules('').find((rule) => rule.name === name)
  if (!original) throw new Error(`markdown-it has no block rule '${name}'`)
  md.block.ruler.at(name, wrap(original), { alt })
}
