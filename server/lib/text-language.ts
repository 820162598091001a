import { LRUCache } from 'lru-cache'
import type { Lang } from '#shared/i18n/plural.ts'

/** Only the beginning of a text is examined, so that every text takes the same few microseconds. */
const MAX_LENGTH = 300

const POLISH_LETTER = /[ąćęłńóśźż]/i
// Words that exist in both languages ('to', 'a', 'i', 'on', 'do', 'my', 'no') are left out.
const WORDS: Record<Lang, Set<string>> = {
  pl: new Set(
    (
      'ale bez bo by był czy co dla gdy go ich ja jak jako jest już kiedy kto które lub ma mam mi mnie może na nad ' +
      'nie od oraz po pod przed przez przy są się tak tam też tu ty tylko tym w was we wszystko z za ze'
    ).split(' '),
  ),
  en: new Set(
    (
      'an and are as at be been but by can did does for from had has have he her his how if in is it its just like ' +
      'of or our she so than that the their them there they this was we were what when which who why will with would ' +
      'you your'
    ).split(' '),
  ),
}

/** Languages by the hash of a text, because a slice of a long text as key would keep the whole text in memory. */
const known = new LRUCache<bigint, { lang: Lang | null }>({ max: 50_000 })

/** Null if the words do not show the language clearly. */
export function languageOf(text: string): Lang | null {
  const start = text.slice(0, MAX_LENGTH)
  const key = Bun.hash.wyhash(start)
  const found = known.get(key)
  if (found) return found.lang
  const lang = recognize(start)
  known.set(key, { lang })
  return lang
}

function recognize(text: string): Lang | null {
  const score = { pl: 0, en: 0 }
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (POLISH_LETTER.test(word)) score.pl += 2
    else if (WORDS.pl.has(word)) score.pl += 1
    if (WORDS.en.has(word)) score.en += 1
  }
  const [likely, other] = score.pl > score.en ? (['pl', 'en'] as const) : (['en', 'pl'] as const)
  return score[likely] >= 2 && score[likely] > 2 * score[other] ? likely : null
}
