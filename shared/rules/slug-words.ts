const MAX_WORDS = 8

/** Endings of programs, whose names say nothing of what they show. */
const PROGRAM = /\.(php|aspx?|cgi|jsp)$/i
/** Parts of an address that say only what kind of thing follows. */
const SECTION = /^(forums?|boards?|topics?|threads?|categor(y|ies)|users?|posts?|index|tags?)$/i
const ENDING = /\.html?$/i
/** Ids of old addresses, as t10, p102, msg34. */
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

/** What an address says of the thing that it showed, as words to search for; empty where it says nothing. */
export function slugWords(pathname: string, search = ''): string {
  let found: string[] = []
  for (const part of [...pathname.split('/'), ...search.slice(1).split(/[&;=]/)]) {
    const words = wordsIn(part)
    if (words.length < found.length || (words.length === 1 && SECTION.test(words[0]!))) continue
    if (words.some((word) => word.length > 2)) found = words
  }
  return found.slice(0, MAX_WORDS).join(' ').slice(0, 80)
}
