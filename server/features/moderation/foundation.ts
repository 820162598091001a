/**
 * Exports for sign-in, accounts, communities and uploads, on which moderation itself depends; all other features use
 * `index.ts`. Files exported here must not import these four features, as that would be an import cycle.
 */
export type { ContentRef } from './content/queries.ts'
export {
  deleteModerator,
  findModerated,
  insertModerator,
  isModerator,
  isModeratorOf,
  moderatesCategoryOf,
} from './moderators/queries.ts'
export { isHiddenFrom, mayModerate, rightsOf, readerVariant, type Reader, type ReaderVariant } from './rights.ts'
export { dayOf, recordActiveDay } from './trust/queries.ts'
