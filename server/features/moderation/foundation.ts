/**
 * Exports of moderation for the features that it itself depends on: sign-in, accounts, communities, uploads. All others
 * use `index.ts`. Nothing exported here may import those features, or their files would form an import cycle with
 * moderation.
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
