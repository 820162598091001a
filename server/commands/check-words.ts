import { join } from 'node:path'
import { splitSource } from './source-text.ts'

type Retired = { word: string; instead: string; only?: RegExp }

const FIXTURES = /^(bench|e2e)\/|\.test\.tsx?$|\/testing\/|^server\/test\//

/** `*` matches any letters; docs/glossary.md has the words to use instead. */
const NAMES: Retired[] = [
  { word: 'atHand', instead: 'cachedPage' },
  { word: '*FrameMemory', instead: 'sidebarCache' },
  { word: 'frameMemory', instead: 'sidebarCache' },
  { word: '*PATIENCE', instead: '..._TIMEOUT_MS' },
  { word: '*GRACE', instead: 'SHUTDOWN_TIMEOUT_MS' },
  { word: '*SILENCE', instead: 'IDLE_TIMEOUT_MS' },
  { word: 'IDLE', instead: 'IDLE_TIMEOUT_MS' },
  { word: '*TOGETHER', instead: 'DEFERRED_TIMEOUT_MS' },
  { word: '(?!BACKUP_)*EVERY', instead: 'INTERVAL_MS' },
  { word: 'MOST*', instead: 'MAX_...' },
  { word: 'LONGEST*', instead: 'MAX_LENGTH' },
  { word: 'SLICE*', instead: 'BATCH_SIZE' },
  { word: 'ENOUGH*', instead: 'BATCH_BYTES' },
  { word: 'NOTED', instead: 'LOGGED_ERRORS' },
  { word: 'FOR_EVER', instead: 'IMMUTABLE' },
  { word: 'FOR_NOBODY', instead: 'NO_STORE' },
  { word: 'FORWARDING', instead: 'PROXY_HEADERS' },
  { word: 'begun', instead: 'startedAt or disposers' },
  { word: 'underWay', instead: 'inFlight' },
  { word: 'say', instead: 'print' },
  { word: 'tell', instead: 'emit' },
  { word: 'told', instead: 'event' },
  { word: 'walk', instead: 'pagination' },
  { word: 'led', instead: 'pinned' },
  { word: 'horizon', instead: 'snapshot' },
  { word: 'isThere', instead: 'isNotDeleted, isNotExpired ...' },
  { word: 'bury*', instead: 'softDelete...' },
  { word: 'disown*', instead: 'anonymize...' },
  { word: 'answerOnce', instead: 'withIdempotencyKey' },
  { word: 'sameText', instead: 'constantTimeEqual' },
  { word: 'pour', instead: 'writeToFile' },
  { word: 'theirs', instead: 'asBadRequest' },
  { word: 'byShared', instead: 'decodeInPool' },
  { word: 'decodeApart', instead: 'decodeIsolated' },
  { word: 'Died', instead: 'DecoderExited' },
  { word: 'act', instead: 'action' },
  { word: 'acts', instead: 'actions' },
  { word: 'Moment', instead: 'Timestamp' },
  { word: 'moment', instead: 'timestamp' },
  { word: 'world', instead: 'fixture', only: FIXTURES },
  { word: 'World', instead: 'Fixture', only: FIXTURES },
  { word: 'stage', instead: 'environment', only: FIXTURES },
  { word: 'Stage', instead: 'Environment', only: FIXTURES },
  { word: 'desk', instead: 'app' },
  { word: 'ledger', instead: 'expected', only: FIXTURES },
  { word: 'Ledger', instead: 'Expected', only: FIXTURES },
  { word: 'looserWishes', instead: 'relaxedQueries' },
  { word: 'asSeen', instead: 'present...' },
  { word: '*AsSeen', instead: 'present...' },
  { word: 'respell', instead: 'correctSpelling' },
  { word: 'findAlike', instead: 'findSimilarWords' },
  { word: 'JUDGED', instead: 'RERANK_TOP' },
  { word: 'BEFORE_OTHERS', instead: 'RERANK_BOOST' },
  { word: 'Heard', instead: 'ReceivedEvent' },
  { word: 'saidAt', instead: 'announcedAt' },
  { word: 'sayState', instead: 'announceState' },
  { word: 'standForLeader', instead: 'electLeader' },
  { word: 'comeBack', instead: 'resume' },
  { word: 'wantAgain', instead: 'renewTopics' },
  { word: 'aboutThing', instead: 'decisionTarget' },
  { word: 'removeThing', instead: 'removeContent' },
  { word: 'ThingRef', instead: 'ContentRef' },
  { word: 'caughtBy', instead: 'matchingFilters' },
  { word: 'strictest', instead: 'mostSevere' },
  { word: 'Placed', instead: 'Placeholders' },
  { word: 'unkept', instead: 'exclude' },
]

/** Words that no name may contain, like `kindsHeard` and `renderAnew`. */
const NAME_PARTS: Retired[] = [
  { word: 'hear', instead: 'receive' },
  { word: 'heard', instead: 'received' },
  { word: 'tell', instead: 'notify, emit' },
  { word: 'tells', instead: 'notifies, emits' },
  { word: 'told', instead: 'notified, event' },
  { word: 'wish', instead: 'criteria' },
  { word: 'wishes', instead: 'criteria' },
  { word: 'alike', instead: 'similar' },
  { word: 'anew', instead: 'again' },
  { word: 'judged', instead: 'rated' },
  { word: 'ledger', instead: 'expected, points' },
  { word: 'patience', instead: 'TIMEOUT_MS' },
  { word: 'silence', instead: 'IDLE_TIMEOUT_MS' },
  { word: 'grace', instead: 'SHUTDOWN_TIMEOUT_MS' },
  { word: 'unkept', instead: 'exclude, unsaved' },
]

/** A program receives and deletes, it does not hear or forget. */
const TEST_NAME_WORDS: Retired[] = [
  { word: 'hears?', instead: 'receives' },
  { word: 'heard', instead: 'received' },
  { word: 'tells?', instead: 'shows, notifies, reports' },
  { word: 'told', instead: 'shown, notified, reported' },
  { word: 'knows', instead: 'has, lists' },
  { word: 'forgets?', instead: 'deletes' },
  { word: 'anew', instead: 'again' },
  { word: 'lately', instead: 'recently' },
  { word: 'at hand', instead: 'cached' },
  { word: 'under way', instead: 'in flight' },
]

/** Test names that begin with one of these words have no subject. */
const NO_SUBJECT = new Set(
  (
    'of that is are was were be been has have had does do did can may must will would in on to by for from with ' +
    'and or but not so then which where how when whose never also accepts adds answers appears arrives asks ' +
    'becomes begins belongs brings carries changes clears closes comes creates deletes ends explains fails fills ' +
    'finds follows gets gives goes grows happens has heeds holds joins keeps knows lasts leads leaves lets ' +
    'loads loses lowercases makes matches means misses needs notifies offers opens passes pauses prefers puts ' +
    'ranks reaches refuses removes renders reveals rises saves says sees sends sets shows signs sorts stands ' +
    'starts stays stops stores suggests survives switches takes tells toggles tries turns uses voids waits walks ' +
    'wants wins works writes'
  ).split(' '),
)

/** Comments have the same rule as test names. */
const COMMENT_WORDS: Retired[] = [
  { word: 'hears?', instead: 'receives' },
  { word: 'heard', instead: 'received' },
  { word: 'forgets?', instead: 'deletes, drops' },
  { word: 'forgot(?:ten)?', instead: 'deleted, dropped' },
  { word: 'tells?', instead: 'prints, sends, returns' },
  { word: 'told', instead: 'printed, sent, returned' },
  { word: 'knows', instead: 'has, reads' },
  { word: 'at hand', instead: 'cached' },
  { word: 'under way', instead: 'in flight' },
  { word: 'anew', instead: 'again' },
  { word: 'acts?', instead: 'action' },
]

const FILE_NAMES = [
  'world',
  'stage',
  'desk',
  'ledger',
  'journeys',
  'bury',
  'disown',
  'pour',
  'begun',
  'act',
  'acts',
  'moment',
  'erase-apart',
]

const nameOf = ({ word }: Retired) => new RegExp(`(?<![\\w$])${word.replace('*', '[A-Za-z0-9_]*')}(?![\\w$])`)
const names = NAMES.map((retired) => ({ ...retired, pattern: nameOf(retired) }))
const asWord = (retired: Retired) => ({ ...retired, pattern: new RegExp(`\\b${retired.word}\\b`, 'i') })
const commentWords = COMMENT_WORDS.map(asWord)
const testNameWords = TEST_NAME_WORDS.map(asWord)
const parts = new Map(NAME_PARTS.map(({ word, instead }) => [word, instead]))

const IDENTIFIER = /[A-Za-z_$][\w$]*/g
const PART_ENDS = /[_$]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/
const TEST_NAME = /^\s*(?:(?:test|describe)\b.*?\()?(['"`])(.+)\1,(?: async)?(?: \(|$)/

const NAMED_TEST = /(?:\b(?:test|describe)[\w.]*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1,\s*(?:async )?\(/g
const ROW_IDS = /^(?:[A-Z][A-Z0-9]+-\d+(?:,\d+)* )+/

function namesWithoutSubject(file: string, source: string): string[] {
  return [...source.matchAll(NAMED_TEST)].flatMap(({ 2: name, index }) => {
    const first = name!.replace(ROW_IDS, '').split(/[ ,:]/, 1)[0]!
    if (!NO_SUBJECT.has(first)) return []
    const line = source.slice(0, index).split('\n').length
    return [`${file}:${line}: '${name}' begins without its subject, write a full sentence`]
  })
}

function retiredParts(line: string): [name: string, instead: string][] {
  const found: [string, string][] = []
  for (const [name] of line.matchAll(IDENTIFIER)) {
    const nameParts = name.split(PART_ENDS)
    const retired = nameParts.length > 1 && nameParts.find((part) => parts.has(part.toLowerCase()))
    if (retired) found.push([name, parts.get(retired.toLowerCase())!])
  }
  return found
}

export function retiredWords(file: string, source: string): string[] {
  const fileParts = file.split(/[/.-]/)
  const found = FILE_NAMES.filter((word) => fileParts.includes(word)).map(
    (word) => `${file}: the file name has the retired word '${word}'`,
  )
  const { code, comments } = splitSource(file, source)
  const look = (lines: string[], among: (Retired & { pattern: RegExp })[]) =>
    lines.forEach((line, at) => {
      for (const { pattern, instead, only } of among) {
        const match = only && !only.test(file) ? null : pattern.exec(line)
        if (match) found.push(`${file}:${at + 1}: '${match[0]}' is retired, write: ${instead}`)
      }
    })
  look(code, names)
  look(comments, commentWords)
  code.forEach((line, at) => {
    for (const [name, instead] of retiredParts(line))
      found.push(`${file}:${at + 1}: '${name}' has a retired part, write: ${instead}`)
  })
  if (/\.test\.tsx?$/.test(file)) {
    look(
      source.split('\n').map((line) => TEST_NAME.exec(line)?.[2] ?? ''),
      testNameWords,
    )
    found.push(...namesWithoutSubject(file, source))
  }
  return found
}

export async function checkWords(root: string): Promise<string[]> {
  const found: string[] = []
  for await (const file of new Bun.Glob(
    '{shared,site,server,admin-desktop,e2e,bench,drizzle}/**/*.{ts,tsx,css,sql}',
  ).scan(root)) {
    if (/(^|\/)(node_modules|dist|out)\/|server\/commands\/check-words/.test(file)) continue
    found.push(...retiredWords(file, await Bun.file(join(root, file)).text()))
  }
  return found.sort()
}
