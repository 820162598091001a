import type { CommunityName, Person } from '../content.ts'
import type { Dice } from '../dice.ts'
import { writings } from '../posts/all.ts'
import { english } from '../talk/english.ts'
import type { Phrases } from '../talk/phrases.ts'
import { polish } from '../talk/polish.ts'
import { voiceOf } from './voice.ts'

type Stock = 'agree' | 'doubt' | 'ask' | 'answer' | 'author' | 'joke' | 'heated'

export type Sayings = {
  /** A phrase of that kind as the person says it. */
  phrase: (kind: Stock, english: boolean, sex: Person['sex']) => string
  /** What is said under any post of a community. */
  remark: (community: CommunityName, english: boolean, sex: Person['sex']) => string
}

const TRIES = 60

/** With an opener before it a sentence goes on in lower case, unless the opener was a sentence itself. */
function joined(opener: string, text: string): string {
  return /[,:]$|[a-ząćęłńóśźż]$/i.test(opener) && !text.startsWith('I ') ? `${opener} ${text.charAt(0).toLowerCase()}${text.slice(1)}` : `${opener} ${text}`
}

/** Whoever comes after the first to say something says it a little differently: no two comments read the same. */
export function createSayings(dice: Dice): Sayings {
  const decks = new Map<string, string[]>()
  const said = new Set<string>()

  function deal(key: string, list: string[]): string {
    const left = decks.get(key)?.length ? decks.get(key)! : dice.shuffled(list)
    const dealt = left.pop()!
    decks.set(key, left)
    return dealt
  }

  function fresh(key: string, list: string[], { openers, closers }: Phrases, sex: Person['sex']): string {
    const core = voiceOf(deal(key, list), sex).replace(/^OP> /, '')
    for (let tries = 0, text = core; tries < TRIES; tries += 1) {
      if (!said.has(text)) {
        said.add(text)
        return text
      }
      const withOpener = dice.chance(0.5) ? joined(dice.pick(openers), core) : core
      text = withOpener === core || dice.chance(0.4) ? `${withOpener} ${dice.pick(closers)}` : withOpener
    }
    throw new Error(`Too little to say of the kind ${key}`)
  }

  return {
    phrase(kind, isEnglish, sex) {
      const phrases = isEnglish ? english : polish
      return fresh(`${kind} ${isEnglish}`, phrases[kind], phrases, sex)
    },
    remark(community, isEnglish, sex) {
      const { remarks } = writings[community]
      return fresh(`${community} ${isEnglish}`, isEnglish ? remarks.english : remarks.polish, isEnglish ? english : polish, sex)
    },
  }
}
