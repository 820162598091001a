import { join } from 'node:path'
import { splitSource } from './source-text.ts'

type Retired = { word: string; instead: string; only?: RegExp }

const FIXTURES = /^(bench|e2e)\/|\.test\.tsx?$|\/testing\/|^server\/test\//

/** `*` stands for any letters. docs/glossary.md has the words to use. */
const NAMES: Retired[] = [
  { word: 'atHand', instead: 'cachedPage' },
  { word: '*FrameMemory', instead: 'sidebarCache' },
  { word: 'frameMemory', instead: 'sidebarCache' },
  { word: '*PATIENCE', instead: '..._TIMEOUT_MS' },
  { word: '*GRACE', instead: 'SHUTDOWN_TIMEOUT_MS' },
  { word: '*SILENCE', instead: 'IDLE_TIMEOUT_MS' },
  { word: 'IDLE', instead: 'IDLE_TIMEOUT_MS' },
  { word: '*TOGETHER', instead: 'DEFERRED_TIMEOUT_MS' },
  { word: '*EVERY', instead: 'INTERVAL_MS' },
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

/** Programs do not hear or forget, they receive and delete. */
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
const commentWords = COMMENT_WORDS.map((retired) => ({ ...retired, pattern: new RegExp(`\\b${retired.word}\\b`, 'i') }))

export function retiredWords(file: string, source: string): string[] {
  const parts = file.split(/[/.-]/)
  const found = FILE_NAMES.filter((word) => parts.includes(word)).map(
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
