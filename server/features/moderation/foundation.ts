/**
 * Exports of moderation for features that moderation depends on: sign-in, accounts, communities, uploads. All others
 * use `index.ts`. Files exported here must not import those features, which would create an import cycle.
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
