/** UPDATE_TRANSCRIPTS=1 records the transcripts again instead of comparing them. */
export const RECORDS = Boolean(process.env.UPDATE_TRANSCRIPTS)

/** Sentences to ignore, whose presence depends on timing: about the browser, the screen reader's mode, nested lists. */
const NOISE = new RegExp(
  [
    '^(Screen reader on|Finished loading|Page has .*|Loading.*|(Finished loading )?New Tab|.*(Firefox|document web).*',
    String.raw`(Focus|Browse) mode|leaving .*|main content|article|List with .*|Nesting level.*|[^\p{L}\p{N}])\.?$`,
  ].join('|'),
  'iu',
)

/** Removes from a sentence what differs from run to run; null if nothing remains. */
export function steady(sentence: string): string | null {
  const text = sentence
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?/g, 'RRRR-MM-DD GG:MM:SS')
    .replace(/\b\d{4}-\d\d-\d\d\b/g, 'RRRR-MM-DD')
    .replace(/\b\d\d:\d\d\b/g, 'GG:MM')
    .replace(/\b\d+ (s|min|h) temu/g, 'N min temu')
    .replace(/\b(un)?visited link/g, 'link')
    // While a page is loading, its first link is sometimes read without its role, so the role is added.
    .replace(/^Przejdź do treści\.$/, 'Przejdź do treści link.')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text === '' || NOISE.test(text) ? null : text
}

/** Returns the part of `expected` that was not spoken yet, in order; other sentences may be in between. */
export function remaining(expected: string[], said: string[]): string[] {
  let from = 0
  for (const [index, sentence] of expected.entries()) {
    const at = said.indexOf(sentence, from)
    if (at < 0) return expected.slice(index)
    from = at + 1
  }
  return []
}

export type Part = { title: string; said: string[] }

export const render = (parts: Part[]): string =>
  parts.map(({ title, said }) => [`# ${title}`, ...said].join('\n')).join('\n\n') + '\n'

export const parse = (text: string): Part[] =>
  text
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [title, ...said] = part.split('\n').filter((line) => line !== '')
      return { title: title!, said }
    })
