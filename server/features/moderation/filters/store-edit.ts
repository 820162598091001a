import type { UserCtx } from '#server/context.ts'
import type { Reader } from '../rights.ts'
import { checkFilters, COULD_NOT_CHECK, type FilterCheck, type CheckedText } from './check.ts'
import type { FilteredText } from './rules.ts'

/** After this many attempts that met other edits of the same text, it is held for a moderator. */
const MAX_TRIES = 3

class EditedConcurrently extends Error {}

/** Checks that the locked text is the one that was filtered. */
export function requireSameText({ formerText }: FilterCheck, locked: FilteredText): void {
  if (
    formerText &&
    (formerText.title !== locked.title || formerText.text !== locked.text || formerText.link !== locked.link)
  )
    throw new EditedConcurrently()
}

/**
 * Checks an edit and stores it; repeats both where somebody edited the text in between, since filters search all of it.
 */
export async function storeEdit<Stored>(
  ctx: UserCtx,
  reader: Reader,
  read: () => Promise<CheckedText>,
  store: (check: FilterCheck) => Promise<Stored>,
): Promise<Stored> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    try {
      return await store(await checkFilters(ctx, reader, await read()))
    } catch (error) {
      if (!(error instanceof EditedConcurrently)) throw error
    }
  }
  return store(COULD_NOT_CHECK)
}
