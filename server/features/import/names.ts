import { LIMITS } from '#shared/limits.ts'
import { isReservedUsername, isUsername } from '#shared/rules/username.ts'
import { cleanText } from '#server/markdown/clean-text.ts'

const PLAIN: Record<string, string> = { ł: 'l', Ł: 'L', ø: 'o', Ø: 'O', ß: 'ss', æ: 'ae', Æ: 'AE', đ: 'd', Đ: 'D' }

const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[łŁøØßæÆđĐ]/g, (letter) => PLAIN[letter]!)

function fitted(name: string, max: number, min: number): string {
  const word = withoutAccents(name)
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, max)
  return word.length >= min ? word : `${word}${'_'.repeat(min)}`.slice(0, Math.max(min, word.length))
}

export function* usernamesNear(former: string): Generator<string> {
  const base = fitted(former, LIMITS.usernameMax, LIMITS.usernameMin).replace(/^_+$/, 'osoba')
  if (isUsername(base) && !isReservedUsername(base)) yield base
  for (let number = 2; ; number += 1) {
    const ending = `_${number}`
    yield base.slice(0, LIMITS.usernameMax - ending.length) + ending
  }
}

export function* communityNamesNear(former: string): Generator<string> {
  const base = fitted(former, LIMITS.categoryNameMax, LIMITS.categoryNameMin).toLowerCase().replace(/^_+$/, 'dzial')
  yield base
  for (let number = 2; ; number += 1) {
    const ending = `_${number}`
    yield base.slice(0, LIMITS.categoryNameMax - ending.length) + ending
  }
}

export const oneLine = (text: string) => cleanText(text).replace(/\s+/g, ' ').trim()

/**
 * Truncates a long title, if possible at a word boundary, and fills a short one up with the first words of the text.
 */
export function fittingTitle(title: string, text: string): { title: string; changed: 'cut' | 'filled' | null } {
  const line = oneLine(title)
  if (line.length > LIMITS.titleMax) {
    const cut = line.slice(0, LIMITS.titleMax - 1)
    const space = cut.lastIndexOf(' ')
    return { title: `${(space > LIMITS.titleMax / 2 ? cut.slice(0, space) : cut).toWellFormed()}…`, changed: 'cut' }
  }
  if (line.length >= LIMITS.titleMin) return { title: line, changed: null }
  const words = `${line} ${oneLine(text)}`.trim().slice(0, 80).toWellFormed().trim()
  return { title: words.length >= LIMITS.titleMin ? words : `${line}…`.padEnd(LIMITS.titleMin, '.'), changed: 'filled' }
}

export const plausibleVotes = (votes: number | undefined) =>
  Math.max(0, Math.min(Math.round(votes ?? 0) || 0, 1_000_000_000))

const FIRST_DAY = Date.UTC(1990, 0, 1)

/** Returns null for a time that is missing, before 1990 or in the future. */
export function plausibleTime(time: Date | null | undefined, now: Date): Date | null {
  const at = time?.getTime() ?? Number.NaN
  return Number.isFinite(at) && at > FIRST_DAY && at <= now.getTime() ? new Date(at) : null
}
