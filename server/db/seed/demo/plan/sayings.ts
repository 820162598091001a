import type { CommunityName, Person } from '../content.ts'
import type { Dice } from '../dice.ts'
import { writings } from '../posts/all.ts'
import { english } from '../talk/english.ts'
import type { Phrases } from '../talk/phrases.ts'
import { polish } from '../talk/polish.ts'
import { voiceOf } from './voice.ts'

type Stock = Exclude<keyof Phrases, 'asked' | 'openers' | 'closers' | 'postOpenings' | 'questionEndings' | 'tellingEndings'>

/** Who says it and in which language, and what was said in that thread so far. */
export type Speaking = { english: boolean, sex: Person['sex'], heard: Set<string> }

export type Sayings = {
  /** A phrase of that kind; null where the thread has heard them all. */
  phrase: (kind: Stock, speaking: Speaking) => string | null
  /** A question, and the answer to it before it is in anybody's voice. */
  question: (speaking: Speaking) => { text: string, answer: string } | null
  answer: (answer: string, speaking: Speaking) => string
  /** What is said under any post of a community. */
  remark: (community: CommunityName, speaking: Speaking) => string | null
}

const TRIES = 60

/** With an opener before it a sentence goes on in lower case, unless the opener was a sentence itself. */
function joined(opener: string, text: string): string {
  const goesOn = /[,:]$|[a-ząćęłńóśźż]$/i.test(opener) && !text.startsWith('I ')
  return goesOn ? `${opener} ${text.charAt(0).toLowerCase()}${text.slice(1)}` : `${opener} ${text}`
}

/** Whoever comes after the first to say something says it a little differently: no two comments read the same. */
export function createSayings(dice: Dice): Sayings {
  const decks = new Map<string, string[]>()
  const said = new Set<string>()

  /** The next of a list that the thread has not heard, dealt so that each comes as seldom as can be. */
  function deal(key: string, list: string[], heard: Set<string>): string | null {
    for (let tries = list.length * 2; tries > 0; tries -= 1) {
      const left = decks.get(key)?.length ? decks.get(key)! : dice.shuffled(list)
      const dealt = left.pop()!
      decks.set(key, left)
      if (heard.has(dealt)) continue
      heard.add(dealt)
      return dealt
    }
    return null
  }

  function unheardOf(template: string, { english: isEnglish, sex }: Speaking): string {
    const { openers, closers } = isEnglish ? english : polish
    const core = voiceOf(template, sex)
    for (let tries = 0, text = core; tries < TRIES; tries += 1) {
      if (!said.has(text)) {
        said.add(text)
        return text
      }
      const opened = dice.chance(0.5) ? joined(dice.pick(openers), core) : core
      text = opened === core || dice.chance(0.4) ? `${opened} ${dice.pick(closers)}` : opened
    }
    throw new Error(`Too few ways to say: ${core}`)
  }

  function say(key: string, list: string[], speaking: Speaking): string | null {
    const dealt = deal(`${key} ${speaking.english}`, list, speaking.heard)
    return dealt === null ? null : unheardOf(dealt, speaking)
  }

  const phrasesOf = (speaking: Speaking) => (speaking.english ? english : polish)

  return {
    phrase: (kind, speaking) => say(kind, phrasesOf(speaking)[kind], speaking),
    question(speaking) {
      const { asked } = phrasesOf(speaking)
      const dealt = deal(`asked ${speaking.english}`, asked.map(([question]) => question), speaking.heard)
      if (dealt === null) return null
      return { text: unheardOf(dealt, speaking), answer: asked.find(([question]) => question === dealt)![1] }
    },
    answer: unheardOf,
    remark(community, speaking) {
      const { remarks } = writings[community]
      return say(community, speaking.english ? remarks.english : remarks.polish, speaking)
    },
  }
}
