import type { UserCtx } from '#server/context.ts'
import type { Reader } from '../rights.ts'
import { checkFilters, COULD_NOT_CHECK, type FilterCheck, type CheckedText } from './check.ts'
import type { FilteredText } from './rules.ts'

/** After so many conflicts with concurrent edits the text is held for a moderator. */
const MAX_TRIES = 3

class EditedConcurrently extends Error {}

/** Throws `EditedConcurrently` if the text in the locked row is not the one that the filters checked. */
export function requireSameText({ formerText }: FilterCheck, locked: FilteredText): void {
  if (
    formerText &&
    (formerText.title !== locked.title || formerText.text !== locked.text || formerText.link !== locked.link)
  )
    throw new EditedConcurrently()
}

/**
 * Repeats check and storing if another request changed the text in between, because the filters must have checked the
 * complete text that is stored.
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
