import { RE2JS } from 're2js'

export type Pause = () => Promise<void> | undefined

export type Regex = { size: number, test: (text: string, pause: Pause) => boolean | Promise<boolean> }

const PIECE = 5_000
const OVERLAP = 1_000

/** Without regard to case, on an engine whose time grows with the text times `size`. `pause` is awaited between pieces of a long text. Null where the expression is invalid or not supported. */
export function compileRegex(source: string): Regex | null {
  try {
    const compiled = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE)
    return { size: compiled.programSize(), test: (text, pause) => (text.length <= PIECE ? compiled.test(text) : testPieces(compiled, text, pause)) }
  } catch {
    return null
  }
}

/** Found is what lies within one piece. `^` and `\b` see what is before it, `$` also holds where it ends. */
async function testPieces(compiled: RE2JS, text: string, pause: Pause): Promise<boolean> {
  for (let from = 0; ; from += PIECE - OVERLAP) {
    const end = from + PIECE
    if (compiled.test(text.slice(from, end)) && (from === 0 || compiled.matcher(text.slice(0, end)).find(from))) return true
    if (end >= text.length) return false
    await pause()
  }
}

export const regexSize = (source: string): number => compileRegex(source)?.size ?? 0
