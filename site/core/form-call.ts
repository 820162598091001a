import type { publicContract } from '#shared/api/public.ts'

type Groups = typeof publicContract

/** A call of the site by group and name, like 'votes.post'. */
export type FormCall = { [G in keyof Groups & string]: `${G}.${keyof Groups[G] & string}` }[keyof Groups & string]
