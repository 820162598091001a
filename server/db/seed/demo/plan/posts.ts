import type { CommunityName, Person, Post, Spark } from '../content.ts'
import { createDice, type Dice } from '../dice.ts'
import { DEMO_ADMIN, people } from '../people.ts'
import type { Picture } from '../pictures/scenes.ts'
import { writings } from '../posts/all.ts'
import { botPosts } from '../talk/bot.ts'
import { english as englishPhrases } from '../talk/english.ts'
import type { Phrases } from '../talk/phrases.ts'
import { polish as polishPhrases } from '../talk/polish.ts'
import { active, BOT, isAdult, personNamed, writes } from './people.ts'
import { DAY, HOUR } from './time.ts'
import { voiceOf } from './voice.ts'

export type PlannedPost = {
  community: CommunityName
  /** A username, or `BOT`. */
  author: string
  title: string
  text: string
  english: boolean
  picture: Picture | null
  tone: NonNullable<Post['tone']> | 'usual' | 'small'
  talk: NonNullable<Post['talk']>
  at: number
  edited_at: number | null
  deleted_at: number | null
}

type Draft = Omit<PlannedPost, 'at' | 'edited_at' | 'deleted_at'> & { state: Post['state'], place: number }

const OLDEST = 148 * DAY
/** How much denser the posts come towards the end. */
const DENSITY = 1.7
const SMALL_HOURS = 6

/** Communities where whoever writes English need not come from abroad. */
const ENGLISH_BY_TRADE: ReadonlySet<CommunityName> = new Set(['homelab', 'programowanie'])

function authorOf(community: CommunityName, isEnglish: boolean, dice: Dice): Person {
  return dice.weighted(active.filter((person) => person.joined * DAY > OLDEST), (person) => {
    const mayWrite = isEnglish && !ENGLISH_BY_TRADE.has(community) ? person.english === 'only' : writes(person, isEnglish)
    if (!mayWrite) return 0
    return person.homes.includes(community) ? 12 : isAdult(community) || person.username === DEMO_ADMIN ? 0 : 0.5
  })
}

/** The short post about a core: with an opening and an ending that the whole forum shares. */
function spell([title, core, talk, picture]: Spark, community: CommunityName, isEnglish: boolean, dice: Dice, phrases: Decks): Draft {
  const author = authorOf(community, isEnglish, dice)
  const isQuestion = title.endsWith('?')
  const ending = isQuestion ? phrases.questionEndings() : phrases.tellingEndings()
  const parts = [isQuestion && dice.chance(0.4) && phrases.postOpenings(), core, dice.chance(isQuestion ? 0.5 : 0.25) && ending]
  const say = (text: string) => voiceOf(text, author.sex)
  return {
    community, author: author.username, title: say(title), text: say(parts.filter(Boolean).join(dice.chance(0.3) ? '\n\n' : ' ')), english: isEnglish,
    picture: picture ?? null, tone: 'small', talk, state: undefined, place: dice.next(),
  }
}

type Decks = Record<'postOpenings' | 'questionEndings' | 'tellingEndings', () => string>

/** Phrases dealt one after the other, so that each comes as seldom as can be. */
function decksOf(phrases: Phrases, dice: Dice): Decks {
  const deck = (kind: keyof Decks) => {
    let left: string[] = []
    return () => {
      if (left.length === 0) left = dice.shuffled(phrases[kind])
      return left.pop()!
    }
  }
  return { postOpenings: deck('postOpenings'), questionEndings: deck('questionEndings'), tellingEndings: deck('tellingEndings') }
}

function written(post: Post, community: CommunityName, dice: Dice): Draft {
  const isBot = post.by === BOT
  const place = dice.next() + (post.tone === 'liked' ? 0.3 : 0) + (post.picture ? 0.1 : 0) - (post.tone === 'ignored' ? 0.1 : 0)
  return {
    community, author: post.by, title: post.title, text: isBot ? post.text : voiceOf(post.text, personNamed(post.by).sex),
    english: post.english ?? false, picture: post.picture ?? null, tone: post.tone ?? 'usual', talk: post.talk ?? [], state: post.state,
    // The house rules come first; what was deleted had time to be read.
    place: post.by === DEMO_ADMIN || post.state === 'deleted' ? place - 2 : place,
  }
}

function drafts(dice: Dice): Draft[] {
  const polishDecks = decksOf(polishPhrases, dice)
  const englishDecks = decksOf(englishPhrases, dice)
  const names = Object.keys(writings) as CommunityName[]
  const ofCommunities = names.flatMap((name) => {
    const { posts, sparks } = writings[name]
    return [
      ...posts.map((post) => written(post, name, dice)),
      ...sparks.polish.map((spark) => spell(spark, name, false, dice, polishDecks)),
      ...sparks.english.map((spark) => spell(spark, name, true, dice, englishDecks)),
    ]
  })
  return [...ofCommunities, ...botPosts.map((post) => written({ ...post, by: BOT }, 'polska', dice))]
}

/** By day more is written than by night. */
function awake(at: number, now: number, dice: Dice): number {
  const hour = new Date(at + HOUR).getUTCHours()
  return hour < SMALL_HOURS && now - at > DAY ? at + dice.between(SMALL_HOURS, 14) * HOUR : at
}

/** All posts, oldest first, the last of them minutes before `now`. */
export function planPosts(now: number): PlannedPost[] {
  const dice = createDice(101)
  const inOrder = drafts(dice).sort((a, b) => a.place - b.place)
  const planned = inOrder.map((draft, index): PlannedPost => {
    const { community, author, title, text, english, picture, tone, talk, state } = draft
    const age = OLDEST * (1 - (index + 0.5) / inOrder.length) ** DENSITY
    const at = awake(now - age, now, dice)
    return {
      community, author, title, text, english, picture, tone, talk, at,
      edited_at: state === 'edited' ? Math.min(now, at + dice.between(2, 20) * HOUR) : null,
      deleted_at: state === 'deleted' ? Math.max(now - 14 * DAY, at + HOUR) : null,
    }
  })
  return planned.sort((a, b) => a.at - b.at)
}

/** Everybody who posted in a community. */
export function authorsIn(posts: PlannedPost[], community: CommunityName): Set<string> {
  const known = new Set(people.map((person) => person.username))
  return new Set(posts.filter((post) => post.community === community && known.has(post.author)).map((post) => post.author))
}
