import type { contract } from '#shared/api/index.ts'

type Groups = typeof contract

/** Name of an API call, such as 'votes.post'. */
export type FormCall = { [G in keyof Groups & string]: `${G}.${keyof Groups[G] & string}` }[keyof Groups & string]
