/** All lines of a file, once with only the code, once with only the comments and once with only the strings. */
type SourceText = { code: string[]; comments: string[]; strings: string[] }

type Kind = 'code' | 'comment' | 'string'

/** A `/` after one of these tokens starts a regular expression, not a division. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|default|yield|await))\s*$/

/** A quote that is not closed, such as an apostrophe in JSX text, ends at the end of its line. */
function splitTypeScript(source: string): SourceText {
  const kinds: Kind[] = Array.from({ length: source.length }, () => 'code')
  let at = 0
  const mark = (kind: Kind, end: number) => {
    kinds.fill(kind, at, end)
    at = end
  }

  function scanCode(closing: string | null): void {
    let depth = 0
    while (at < source.length) {
      const char = source[at]!
      if (closing === '}' && char === '}' && depth === 0) return
      if (char === '{') depth += 1
      if (char === '}') depth -= 1
      if (source.startsWith('//', at)) mark('comment', indexOr(source, '\n', at))
      else if (source.startsWith('/*', at)) mark('comment', indexOr(source, '*/', at + 2, 2))
      else if (char === "'" || char === '"') mark('string', quoteEnd(source, at))
      else if (char === '`') scanTemplate()
      else if (char === '/' && BEFORE_REGEX.test(source.slice(Math.max(0, at - 40), at)))
        mark('string', regexEnd(source, at))
      else at += 1
    }
  }

  function scanTemplate(): void {
    mark('string', at + 1)
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        at += 2
        scanCode('}')
        at += 1
      } else mark('string', Math.min(source.length, at + (source[at] === '\\' ? 2 : 1)))
    }
    mark('string', Math.min(source.length, at + 1))
  }

  scanCode(null)
  return linesByKind(source, kinds)
}

function splitByComments(source: string, comment: RegExp): SourceText {
  const kinds: Kind[] = Array.from({ length: source.length }, () => 'code')
  for (const match of source.matchAll(comment)) kinds.fill('comment', match.index, match.index + match[0].length)
  return linesByKind(source, kinds)
}

export function splitSource(file: string, source: string): SourceText {
  if (file.endsWith('.css')) return splitByComments(source, /\/\*[\s\S]*?\*\//g)
  if (file.endsWith('.sql')) return splitByComments(source, /\/\*[\s\S]*?\*\/|--.*/g)
  return splitTypeScript(source)
}

function linesByKind(source: string, kinds: Kind[]): SourceText {
  const only = (kind: Kind) => {
    let text = ''
    for (let at = 0; at < source.length; at += 1) text += kinds[at] === kind || source[at] === '\n' ? source[at] : ' '
    return text.split('\n')
  }
  return { code: only('code'), comments: only('comment'), strings: only('string') }
}

function indexOr(source: string, text: string, from: number, after = 0): number {
  const found = source.indexOf(text, from)
  return found < 0 ? source.length : found + after
}

function quoteEnd(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === source[from]) return at + 1
    else if (source[at] === '\n') return at
  }
  return source.length
}

function regexEnd(source: string, from: number): number {
  let isInClass = false
  for (let at = from + 1; at < source.length; at += 1) {
    const char = source[at]
    if (char === '\\') at += 1
    else if (char === '\n') return from + 1
    else if (char === '[') isInClass = true
    else if (char === ']') isInClass = false
    else if (char === '/' && !isInClass) return at + 1
  }
  return source.length
}
