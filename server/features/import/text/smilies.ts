import { nameToEmoji } from 'gemoji'

const SMILIES: Record<string, string> = {
  ':)': '🙂',
  ':-)': '🙂',
  ':smile:': '🙂',
  ':D': '😀',
  ':-D': '😀',
  ':grin:': '😀',
  ':lol:': '😆',
  ';)': '😉',
  ';-)': '😉',
  ':wink:': '😉',
  ':(': '🙁',
  ':-(': '🙁',
  ':sad:': '🙁',
  ':P': '😛',
  ':-P': '😛',
  ':razz:': '😛',
  ':o': '😮',
  ':-o': '😮',
  ':eek:': '😮',
  ':shock:': '😲',
  ':?': '😕',
  ':-?': '😕',
  ':???:': '😕',
  '8-)': '😎',
  ':cool:': '😎',
  ':x': '😠',
  ':-x': '😠',
  ':mad:': '😠',
  ':oops:': '😳',
  ':cry:': '😢',
  ":'(": '😢',
  ':evil:': '😈',
  ':twisted:': '😈',
  ':roll:': '🙄',
  ':|': '😐',
  ':-|': '😐',
  ':mrgreen:': '😁',
  ':geek:': '🤓',
  ':ugeek:': '🤓',
  ':heart:': '❤️',
  '<3': '❤️',
  ':!:': '❗',
  ':?:': '❓',
  ':idea:': '💡',
  ':arrow:': '➡️',
  ':angry:': '😠',
  ':@': '😠',
  '>:(': '😠',
  '::)': '🙄',
  ';D': '😁',
  ':s': '😕',
  ':rolleyes:': '🙄',
  ':cheesy:': '😀',
  ':huh:': '😕',
  ':tongue:': '😛',
  ':-[': '😳',
  ':-X': '🤐',
  ':-\\': '😕',
  ':-*': '😘',
  ':shy:': '😊',
  ':dodgy:': '😒',
  ':exclamation:': '❗',
  ':confused:': '😕',
  ':sleepy:': '😴',
  ':angel:': '😇',
  ':blush:': '😊',
  ':thumbsup:': '👍',
  ':+1:': '👍',
  ':-1:': '👎',
  ':laughing:': '😆',
  ':slight_smile:': '🙂',
  ':slight_frown:': '🙁',
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}:])(?:${Object.keys(SMILIES)
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
)

export const withEmoji = (text: string): string => text.replace(PATTERN, (smiley) => SMILIES[smiley]!)

/** Skin tone modifiers, indexed by their numbers in Discourse, which begin at 2. */
const TONES = ['', '', '🏻', '🏼', '🏽', '🏾', '🏿']

/** Converts a smiley like `:-)` or `:bike:` (Discourse) to an emoji; returns unknown ones unchanged. */
export function emojiOf(smiley: string): string {
  const known = SMILIES[smiley.trim()]
  if (known !== undefined) return known
  const [, name = '', tone] = /^:([\w+-]+):(?:t([2-6]):)?$/.exec(smiley.trim()) ?? []
  const emoji = SMILIES[`:${name}:`] ?? (Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name]! : null)
  return emoji === null ? smiley : emoji + TONES[Number(tone ?? 0)]!
}
