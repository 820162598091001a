import { LIMITS } from '#shared/limits.ts'
import { plainExcerpt, renderMarkdown } from '../markdown.ts'
import { textOfHtml } from '../text-of-html.ts'
import { COSTLY_TEXTS } from './costly-texts.ts'

/* Prints the steps that rendering and shortening each costly text takes. Tests run this file in a separate process,
   because it replaces string functions, which stay slow even after they are restored. */

type Cost = { length: number; perCharacter: number; elements: number }

export type Counted = { texts: { name: string; eighth: Cost; whole: Cost }[]; square: { eighth: Cost; whole: Cost } }

type Reader = (this: string, at: number) => unknown
type Finder = (this: string, wanted: string, from?: number) => number

const methods = String.prototype as unknown as Record<string, Reader> & { indexOf: Finder; lastIndexOf: Finder }
const READERS = ['charCodeAt', 'codePointAt', 'charAt', 'at']

/** Counts characters read by `charAt` and similar methods, searches and regular expressions, but no backtracking. */
function stepsOf(call: () => unknown): number {
  let steps = 0
  const originals = READERS.map((name) => [name, methods[name]!] as const)
  const { indexOf, lastIndexOf } = methods
  const { exec } = RegExp.prototype
  for (const [name, read] of originals) {
    methods[name] = function count(at) {
      steps += 1
      return read.call(this, at)
    }
  }
  methods.indexOf = function count(wanted, from = 0) {
    const found = indexOf.call(this, wanted, from)
    steps += (found === -1 ? this.length : found) - from + 1
    return found
  }
  methods.lastIndexOf = function count(wanted, from = Infinity) {
    const found = lastIndexOf.call(this, wanted, from)
    steps += Math.min(this.length, from) - found
    return found
  }
  // All string functions that take a pattern call `exec`.
  RegExp.prototype.exec = function count(subject) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const match = exec.call(this, subject)
    const isFixed = this.sticky || (this.source.startsWith('^') && !this.multiline)
    steps += match ? match.index + match[0].length - from + 1 : isFixed ? 1 : subject.length - from + 1
    return match
  }
  try {
    call()
  } finally {
    for (const [name, read] of originals) methods[name] = read
    Object.assign(methods, { indexOf, lastIndexOf })
    RegExp.prototype.exec = exec
  }
  return steps
}

const SIGNS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
const OTHERS = [
  'a',
  '7',
  ' ',
  '\t',
  '\n',
  '\r',
  '\u00a0',
  '\u200b',
  '\u2028',
  'ż',
  'İ',
  'ﷺ',
  '中',
  'ا',
  '\u0301',
  '\u200d',
  '\u202e',
  '😀',
  '🇵',
  '\ud800',
  '\u0000',
]
const MAX_COSTLY_LENGTH = 8_000

function costOf(text: string): Cost {
  let elements = 0
  const steps = stepsOf(() => {
    const { html, plain } = renderMarkdown(text)
    plainExcerpt(plain, LIMITS.excerpt)
    textOfHtml(html, LIMITS.excerpt)
    elements = html.split('<').length - 1
  })
  return { length: text.length, perCharacter: steps / text.length, elements }
}

function searched(length: number): Cost {
  const text = 'a'.repeat(length)
  const steps = stepsOf(() => {
    for (let at = 0; at < length; at += 1) text.indexOf('b', at)
  })
  return { length, perCharacter: steps / length, elements: 0 }
}

const counted: Counted = {
  texts: [
    ...[...SIGNS, ...OTHERS].map((character) => {
      const text = character.repeat(LIMITS.postText).slice(0, LIMITS.postText)
      return { name: character, eighth: costOf(text.slice(0, LIMITS.postText / 8)), whole: costOf(text) }
    }),
    ...Object.entries(COSTLY_TEXTS).map(([name, make]) => ({
      name,
      eighth: costOf(make(MAX_COSTLY_LENGTH / 8)),
      whole: costOf(make(MAX_COSTLY_LENGTH)),
    })),
  ],
  square: { eighth: searched(100), whole: searched(800) },
}
console.log(JSON.stringify(counted))
