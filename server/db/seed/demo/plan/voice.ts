import type { Person } from '../content.ts'

const GENDERED = /\{([^{}|\n]*)\|([^{}|\n]*)\}/g

/** A text as that person says it: of `{a|b}` a man says a, a woman b. */
export function voiceOf(text: string, sex: Person['sex']): string {
  return text.replace(GENDERED, (_, man: string, woman: string) => (sex === 'm' ? man : woman))
}

const POLISH = /[ąćęłńóśźż]/i

/** Whether a comment under a post of that language is English: whoever writes Polish under an English post shows it by a letter. */
export function isEnglish(text: string, englishPost: boolean): boolean {
  return englishPost && !POLISH.test(text)
}
