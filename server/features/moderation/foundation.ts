/**
 * What the features use that the wing itself stands on: sign-in, accounts, communities, uploads. All others use
 * `index.ts`. Nothing that is exported here imports those features, or their files and the wing's would form one
 * circle.
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
