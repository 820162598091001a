/**
 * Exports for the features on which moderation itself depends: sign-in, accounts, communities and uploads. All other
 * features use `index.ts`. Files exported here must not import these four features, because that would be an import
 * cycle.
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
