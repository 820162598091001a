import type { contract } from '#shared/api/index.ts'

type Groups = typeof contract

/** A call by group and name, like 'votes.post'. */
export type FormCall = { [G in keyof Groups & string]: `${G}.${keyof Groups[G] & string}` }[keyof Groups & string]
