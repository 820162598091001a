import { LIMITS } from '#shared/limits.ts'
import type { Person, Talk } from '../content.ts'
import { createDice, type Dice } from '../dice.ts'
import { botTalk } from '../talk/bot.ts'
import { BOT, joinedAt, personNamed, visitorsOf, writes } from './people.ts'
import type { PlannedPost } from './posts.ts'
import { createSayings, type Sayings } from './sayings.ts'
import { DAY, HOUR, MINUTE } from './time.ts'
import { isEnglish, voiceOf } from './voice.ts'

export type PlannedComment = {
  post: PlannedPost
  parent: PlannedComment | null
  depth: number
  /** A username, or `BOT`. */
  author: string
  text: string
  at: number
  deleted_at: number | null
  isHeated: boolean
  /** Written for this very post. */
  isOwn: boolean
  /** What to answer to it, where it is a question of the stock. */
  answer: string | null
}

/** The comments of the whole forum, about. */
const WANTED = 1_500
const SLOW = 6 * HOUR
const MARKER = /^(OP|XX|\w{3,30})> /

/** How much is talked about a post of each kind, in proportion. */
const TALKATIVE = { liked: 2.2, split: 3.4, usual: 1.3, small: 1, ignored: 0.15 }

type Table = { post: PlannedPost, comments: PlannedComment[], guests: Person[], heard: Set<string>, now: number, dice: Dice, sayings: Sayings }

/** A moment after another: soon, mostly, and never later than now. */
function after(at: number, mean: number, { now, dice }: Table): number {
  const then = at + MINUTE + dice.wait(mean)
  return then < now ? then : at + (now - at) * dice.between(0.15, 0.95)
}

function guestFor(table: Table, english: boolean, without: (string | null | undefined)[]): Person {
  const { guests, post, comments, dice } = table
  const candidates = guests.filter((person) => writes(person, english) && !without.includes(person.username))
  const said = (person: Person) => comments.filter((comment) => comment.author === person.username).length
  return dice.weighted(candidates, (person) => (person.homes.includes(post.community) ? 7 : 1) / (1 + 6 * said(person)))
}

function add(table: Table, parent: PlannedComment | null, comment: Pick<PlannedComment, 'author' | 'text'> & Partial<PlannedComment>): PlannedComment {
  const { post, comments, now, dice } = table
  const at = after(parent?.at ?? post.at, parent ? 2.5 * HOUR : 9 * HOUR, table)
  const added: PlannedComment = {
    post, parent, depth: Math.min((parent?.depth ?? 0) + 1, LIMITS.commentDepth), at, deleted_at: null, isHeated: false, isOwn: false, answer: null, ...comment,
  }
  if (added.deleted_at !== null) added.deleted_at = deletionOf(added, now, dice)
  comments.push(added)
  return added
}

/** What is gone for longer than a month would be emptied by the nightly job. */
function deletionOf({ at }: { at: number }, now: number, dice: Dice): number {
  return Math.min(now, Math.max(at + 10 * MINUTE, now - dice.between(2, 25) * DAY))
}

/** Some take back what others have answered. */
function takeBack(comments: PlannedComment[], now: number, dice: Dice): void {
  const answered = new Set(comments.map((comment) => comment.parent))
  for (const comment of comments) {
    const mayGo = comment.deleted_at === null && answered.has(comment) && comment.author !== BOT
    if (mayGo && dice.chance(comment.isOwn ? 0.01 : 0.05)) comment.deleted_at = deletionOf(comment, now, dice)
  }
}

/** One line of written talk, said by whom it names, or by somebody whom the talk so far suggests. */
function sayWritten(table: Table, line: string, parent: PlannedComment | null): PlannedComment {
  const { post, dice } = table
  const mark = MARKER.exec(line)?.[1]
  const text = line.replace(MARKER, '')
  const asked = parent?.text.endsWith('?') ? parent.parent : null
  const english = isEnglish(text, post.english)
  const isAsked = asked !== null && asked !== undefined && asked.author !== post.author && dice.chance(0.9)
  const author = mark === 'OP' ? post.author
    : mark !== undefined && mark !== 'XX' ? mark
      : isAsked ? asked.author : guestFor(table, english, [post.author, parent?.author]).username
  const sex = author === BOT ? 'm' : personNamed(author).sex
  return add(table, parent, { author, text: voiceOf(text, sex), deleted_at: mark === 'XX' ? 1 : null, isHeated: post.tone === 'split' && parent !== null, isOwn: true })
}

/** Lines of a list answer each other; a list within it hangs on the line before. */
function sayTalk(table: Table, talk: Talk, parent: PlannedComment | null): void {
  if (typeof talk === 'string') {
    sayWritten(table, talk, parent)
    return
  }
  let last = parent
  for (const item of talk) {
    if (typeof item === 'string') last = sayWritten(table, item, last)
    else sayTalk(table, item, last)
  }
}

type Kind = Parameters<Sayings['phrase']>[0] | 'question' | 'remark'

const MOODS: Partial<Record<Kind, number>> = { agree: 4, doubt: 3, question: 3, joke: 2 }

/** Says something of that kind, unless the thread has heard all of it. */
function speak(table: Table, kind: Kind, author: string, parent: PlannedComment | null, isHeated = false): void {
  const { post, heard, dice, sayings } = table
  const speaking = { english: post.english, sex: personNamed(author).sex, heard }
  const question = kind === 'question' ? sayings.question(speaking) : null
  const text = kind === 'question' ? question?.text : kind === 'remark' ? sayings.remark(post.community, speaking) : sayings.phrase(kind, speaking)
  if (!text) return
  add(table, parent, { author, text, isHeated, answer: question?.answer ?? null, deleted_at: dice.chance(isHeated ? 0.12 : 0.02) ? 1 : null })
}

/** Who was asked answers: the author of what stands above the question, or of the post. */
function answerQuestion(table: Table, asked: PlannedComment): void {
  const { post, heard, sayings } = table
  const author = asked.parent?.author ?? post.author
  const { sex } = author === BOT ? { sex: 'm' as const } : personNamed(author)
  add(table, asked, { author, text: sayings.answer(asked.answer!, { english: post.english, sex, heard }) })
  asked.answer = null
}

/** One more comment: a remark on the post, or a reply that suits what it answers. */
function sayMore(table: Table): void {
  const { post, comments, dice } = table
  const open = comments.filter((comment) => comment.deleted_at === null && comment.author !== BOT && comment.depth < LIMITS.commentDepth)
  if (open.length === 0 || dice.chance(0.38)) {
    const kind = dice.weighted(['remark', 'question', 'joke'] as const, (each) => ({ remark: 7, question: 1.5, joke: 1 })[each])
    speak(table, kind, guestFor(table, post.english, [post.author]).username, null)
    return
  }
  // Of two comments the later is answered, and a quarrel sooner than a kind word.
  const parent = dice.weighted(open, (comment) => (comment.isHeated ? 3 : 1) * (comment.answer ? 3 : 1) * (1 + open.indexOf(comment) / open.length))
  if (parent.answer && (parent.parent?.author ?? post.author) !== BOT) {
    answerQuestion(table, parent)
    return
  }
  const repliers = new Set(comments.filter((comment) => comment.parent === parent).map((comment) => comment.author))
  if (post.author !== BOT && parent.author !== post.author && !repliers.has(post.author) && !parent.isHeated && dice.chance(0.22)) {
    speak(table, post.title.endsWith('?') ? 'author' : 'thanks', post.author, parent)
    return
  }
  const other = parent.parent && dice.chance(0.5) ? parent.parent.author : null
  const mayReply = other !== null && other !== parent.author && other !== BOT && !repliers.has(other) && writes(personNamed(other), post.english)
  const author = mayReply ? other : guestFor(table, post.english, [parent.author, ...repliers]).username
  const isHeated = post.tone === 'split' && dice.chance(0.55)
  const moods = parent.text.endsWith('?') ? ['agree', 'joke'] as const : ['agree', 'doubt', 'question', 'joke'] as const
  speak(table, isHeated ? 'heated' : dice.weighted<Kind>(moods, (mood) => MOODS[mood]!), author, parent, isHeated)
}

/** Here and there somebody calls the bot, in the language of the post. */
function callBot(tables: Table[]): void {
  const lively = tables.filter(({ post, comments }) => post.author !== BOT && comments.length > 4 && !post.deleted_at)
  for (const [at, { call, answer, english = false }] of botTalk.entries()) {
    const suited = lively.filter(({ post }) => post.english === english)
    const table = suited[Math.floor(((at + 0.5) / botTalk.length) * suited.length)]!
    const called = add(table, null, { author: guestFor(table, english, [table.post.author]).username, text: call })
    if (answer) add(table, called, { author: BOT, text: answer })
  }
}

/** All comments, oldest first; whatever is answered comes before its answer. */
export function planThreads(posts: PlannedPost[], now: number): PlannedComment[] {
  const dice = createDice(202)
  const sayings = createSayings(createDice(203))
  const tables = posts.map((post): Table => ({ post, comments: [], heard: new Set(), guests: visitorsOf(post.community).filter((person) => joinedAt(person, now) < post.at), now, dice, sayings }))
  for (const table of tables) for (const talk of table.post.talk) sayTalk(table, talk, null)
  const written = tables.reduce((sum, table) => sum + table.comments.length, 0)
  const weights = tables.map(({ post }) => {
    const freshness = 1 - Math.exp(-(now - post.at) / SLOW)
    return post.deleted_at ? 0 : TALKATIVE[post.tone] * freshness * (Math.min(3, dice.wait(1)))
  })
  const perWeight = (WANTED - written) / weights.reduce((sum, weight) => sum + weight, 0)
  for (const [at, table] of tables.entries()) {
    for (let more = Math.floor(weights[at]! * perWeight + dice.next()); more > 0; more -= 1) sayMore(table)
  }
  callBot(tables)
  const comments = tables.flatMap((table) => table.comments).sort((a, b) => a.at - b.at)
  takeBack(comments, now, dice)
  return comments
}
