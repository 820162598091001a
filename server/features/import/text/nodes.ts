/** The tags are those of HTML, plus `quote` and `spoiler`. */
export type Node = string | { tag: string; attributes: Record<string, string>; children: Node[] }

export function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : node.tag === 'br' ? '\n' : textOf(node.children)))
    .join('')
}

/** Returns the ids of the posts that the text quotes, without quotes inside of quotes. */
export function quotedPosts(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    if (node.tag !== 'quote') return quotedPosts(node.children)
    return node.attributes.post ? [node.attributes.post] : []
  })
}
