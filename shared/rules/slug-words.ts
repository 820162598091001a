const MAX_WORDS = 8

/** File extensions of server programs, which are no search words. */
const PROGRAM = /\.(php|aspx?|cgi|jsp)$/i
/** Path segments that only name a type of page. */
const SECTION = /^(forums?|boards?|topics?|threads?|categor(y|ies)|users?|posts?|index|tags?)$/i
const ENDING = /\.html?$/i
/** Path segments that are ids in URLs of former forums, like t10, p102, msg34. */
const ID = /^\p{L}{0,6}\d+$/u

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

function wordsIn(part: string): string[] {
  const text = decoded(part).normalize('NFC')
  if (PROGRAM.test(text)) return []
  return text
    .replace(ENDING, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !ID.test(word))
}

export function slugWords(pathname: string, search = ''): string {
  let found: string[] = []
  for (const part of [...pathname.split('/'), ...search.slice(1).split(/[&;=]/)]) {
    const words = wordsIn(part)
    if (words.length < found.length || (words.length === 1 && SECTION.test(words[0]!))) continue
    if (words.some((word) => word.length > 2)) found = words
  }
  return found.slice(0, MAX_WORDS).join(' ').slice(0, 80)
}
