/** `text` and `line` are binary strings, with one character for each byte. */
type Part = { kind: 'statement'; text: string } | { kind: 'copy'; line: string } | { kind: 'copy-end' }

type Quote = { end: string; escapes: boolean }

const OPENING = /'|"|--|\/\*|\$[A-Za-z_]*\$|;/g

function quoteAt(text: string, at: number, found: string): Quote | null {
  if (found === "'") return { end: "'", escapes: /[eE]/.test(text[at - 1] ?? '') && !/\w/.test(text[at - 2] ?? '') }
  if (found === '"') return { end: '"', escapes: false }
  if (found === '--') return { end: '\n', escapes: false }
  if (found === '/*') return { end: '*/', escapes: false }
  return found.startsWith('$') ? { end: found, escapes: false } : null
}

function endOfQuote(text: string, from: number, { end, escapes }: Quote): number {
  let at = text.indexOf(end, from)
  while (escapes && at > 0) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) break
    at = text.indexOf(end, at + 1)
  }
  return at
}

/** Joins lines to SQL statements; a semicolon in a quote, comment or function body does not end a statement. */
class Statements {
  #text = ''
  #from = 0
  #quote: Quote | null = null

  get isEmpty(): boolean {
    return this.#text.trim() === ''
  }

  *add(line: string): Generator<string> {
    this.#text += `${line}\n`
    for (;;) {
      if (this.#quote) {
        const at = endOfQuote(this.#text, this.#from, this.#quote)
        if (at < 0) {
          this.#from = Math.max(this.#from, this.#text.length - this.#quote.end.length + 1)
          return
        }
        this.#from = at + this.#quote.end.length
        this.#quote = null
        continue
      }
      OPENING.lastIndex = this.#from
      const match = OPENING.exec(this.#text)
      if (!match) {
        this.#from = this.#text.length
        return
      }
      this.#from = match.index + match[0].length
      this.#quote = quoteAt(this.#text, match.index, match[0])
      if (match[0] !== ';') continue
      yield this.#text.slice(0, this.#from).trim()
      this.#text = this.#text.slice(this.#from)
      this.#from = 0
    }
  }
}

const COPY = /(?:^|\n)COPY [^;]* FROM stdin[^;]*;$/i

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

/** psql commands of the dump are left out. */
export async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const statements = new Statements()
  let isCopying = false
  for await (const raw of linesOf(chunks)) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (isCopying) {
      isCopying = line !== '\\.'
      yield isCopying ? { kind: 'copy', line: raw } : { kind: 'copy-end' }
      continue
    }
    if (statements.isEmpty && (line.startsWith('\\') || line.startsWith('--'))) continue
    for (const text of statements.add(line)) {
      isCopying = COPY.test(text)
      yield { kind: 'statement', text }
    }
  }
}
