import type { UserCtx } from '#server/context.ts'
import type { Reader } from '../rights.ts'
import { checkFilters, COULD_NOT_CHECK, type FilterCheck, type CheckedText } from './check.ts'
import type { FilteredText } from './rules.ts'

/** After so many edits of the same text in between, a moderator looks at it. */
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
 * Checks an edit and stores it, both again where somebody edited the text in between, since filters look at all of it.
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
