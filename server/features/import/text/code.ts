const FENCE = /^[ >]*(`{3,}|~{3,})(.*)$/
/** Delimits placeholders for code; it is removed from texts first, so that no text can contain a placeholder. */
const MARK = '\u0001'
const PLACE = new RegExp(`${MARK}[bs](\\d+)${MARK}`, 'g')
const BLOCK = new RegExp(`^${MARK}b\\d+${MARK}$`)

export const isCodeBlock = (line: string): boolean => BLOCK.test(line)

/** Applies `change` to Markdown but not to code, which placeholders replace during the change. */
export function outsideCode(markdown: string, change: (prose: string) => string): string {
  if (!/`|~~~/.test(markdown)) return change(markdown)
  const code: string[] = []
  const keep = (kind: 'b' | 's') => (piece: string) => `${MARK}${kind}${code.push(piece) - 1}${MARK}`
  const prose = withoutSpans(withoutBlocks(markdown, keep('b')), keep('s'))
  return change(prose).replace(PLACE, (all, at: string) => code[Number(at)] ?? all)
}

function withoutBlocks(markdown: string, keep: (piece: string) => string): string {
  const made: string[] = []
  let block: string[] = []
  let opening = ''
  for (const line of markdown.split('\n')) {
    const [, fence = '', rest = ''] = FENCE.exec(line) ?? []
    if (opening === '' && fence !== '' && !(fence.startsWith('`') && rest.includes('`'))) opening = fence
    if (opening === '') made.push(line)
    else block.push(line)
    if (block.length < 2 || !fence.startsWith(opening) || rest.trim() !== '') continue
    made.push(keep(block.join('\n')))
    block = []
    opening = ''
  }
  if (block.length > 0) made.push(keep(block.join('\n')))
  return made.join('\n')
}

type Run = { at: number; length: number }

/** A code span ends at the next run of as many backticks, unless its paragraph ends before. */
function withoutSpans(text: string, keep: (piece: string) => string): string {
  const runs: Run[] = [...text.matchAll(/\\`|`+/g)]
    .filter(([run]) => !run.startsWith('\\'))
    .map((run) => ({ at: run.index, length: run[0].length }))
  const last = new Map<number, Run>()
  const next = new Map<Run, Run>()
  for (const run of runs.toReversed()) {
    const following = last.get(run.length)
    if (following) next.set(run, following)
    last.set(run.length, run)
  }
  let made = ''
  let done = 0
  for (const run of runs) {
    const end = next.get(run)
    if (run.at < done || !end) continue
    const piece = text.slice(run.at, end.at + end.length)
    if (piece.includes('\n\n') || piece.includes(`${MARK}b`)) continue
    made += text.slice(done, run.at) + keep(piece)
    done = end.at + end.length
  }
  return made + text.slice(done)
}
