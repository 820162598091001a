import type { Picture } from './pictures/scenes.ts'

/*
 * The shapes in which the demo forum's texts are written. In every text `{a|b}` is what a man and what a woman would say.
 */

export type CommunityName =
  | 'polska' | 'kuchnia' | 'programowanie' | 'gory' | 'kultura' | 'ogrod' | 'zwierzaki' | 'finanse' | 'homelab'
  | 'rozmowy_18' | 'zwiazki_18' | 'humor_18'

export type Person = {
  username: string
  sex: 'm' | 'f'
  bio: string
  /** Days before the filling on which the account was made. */
  joined: number
  /** Where this person writes most. */
  homes: CommunityName[]
  /** Writes English only, or both languages; Polish only where absent. */
  english?: 'only' | 'too'
  /** `gone` left a tombstone, `unverified` never opened the mail's link: neither writes a thing under the name. */
  state?: 'gone' | 'unverified'
}

export type Community = {
  name: CommunityName
  display_name: string
  description: string
  creator: string
  moderators: string[]
  /** Days before the filling on which it was made. */
  made: number
  is_nsfw?: boolean
}

/**
 * A comment with the replies below it. `OP> ` at the beginning says that the author of the post writes it, `XX> ` that it
 * was deleted since, `name> ` who writes it.
 */
export type Talk = string | [string, ...Talk[]]

export type Post = {
  by: string
  title: string
  /** Markdown. */
  text: string
  english?: true
  picture?: Picture
  /** How it was taken: much liked, fought over, hardly seen. */
  tone?: 'liked' | 'split' | 'ignored'
  talk?: Talk[]
  state?: 'deleted' | 'edited'
}

/** A short post: the title, the core, to which an opening and an ending are added, and what was said about it. */
export type Spark = [title: string, core: string, talk: Talk[], picture?: Picture]

export type Sparks = { polish: Spark[], english: Spark[] }

/** What is said under any post of a community. */
export type Remarks = { polish: string[], english: string[] }

/** Markdown without the indentation of the source. */
export function md(parts: TemplateStringsArray): string {
  return parts.join('').replace(/^ {6}/gm, '').trim()
}
