import type { UserCtx } from '#server/context.ts'
import type { Reader } from '../rights.ts'
import { checkFilters, UNCHECKED, type FilterCheck, type Publication } from './check.ts'
import type { Written } from './rules.ts'

/** After so many edits of the same text in between, a moderator looks at it. */
const TRIES = 3

class EditedMeanwhile extends Error {}

/** To be asked with the text as it is locked. */
export function requireSameText({ former }: FilterCheck, locked: Written): void {
  if (former && (former.title !== locked.title || former.text !== locked.text || former.link !== locked.link))
    throw new EditedMeanwhile()
}

/** Checks an edit and stores it, both again where somebody edited the text in between, since filters look at all of it. */
export async function storeEdit<Stored>(
  ctx: UserCtx,
  reader: Reader,
  read: () => Promise<Publication>,
  store: (check: FilterCheck) => Promise<Stored>,
): Promise<Stored> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      return await store(await checkFilters(ctx, reader, await read()))
    } catch (error) {
      if (!(error instanceof EditedMeanwhile)) throw error
    }
  }
  return store(UNCHECKED)
}
