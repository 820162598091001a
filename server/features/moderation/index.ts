/** The public interface of moderation; files inside this folder import each other directly. */
export * from './foundation.ts'
export { decideAppeal } from './appeals/actions.ts'
export { banMember } from './bans/actions.ts'
export { findBan, isBanned, isBannedAuthor, listBans, lockMember, requireNotBanned } from './bans/queries.ts'
export { holdContent, removeContent } from './content/actions.ts'
export { lockContentUnlessDeleted, lockContent } from './content/queries.ts'
export { isAdminDecision, removalOf } from './content/removal.ts'
export { decide, decidingStaff } from './decisions/decide.ts'
export { findRestoration, listDecisions } from './decisions/queries.ts'
export { asDecision } from './decisions/rules.ts'
export { applyVerdict } from './filters/apply-verdict.ts'
export {
  checkFilters,
  type FilterCheck,
  isPublished,
  type CheckedText,
  NOT_FILTERED,
  verdictOf,
} from './filters/check.ts'
export { requireSameText, storeEdit } from './filters/store-edit.ts'
export { requireModerator } from './moderators/access.ts'
export { findModeratorIds } from './moderators/queries.ts'
export { decideNotices } from './notices/close.ts'
export { closeItemOfModmail, closeItemsOf, closeReportsOfCategory, openItem } from './queue/items.ts'
export { setClaimOfModmail } from './queue/queries.ts'
export { isStaffFor, readerOf } from './reader.ts'
export { requireStaffOf } from './rights.ts'
export { decideReport, insertReport, listReports, lockReported, type ReportTarget } from './reports/queries.ts'
export { checkNewcomer, checkNewPartner, recordNewcomer, takeNewcomerTurn } from './trust/newcomers.ts'
export { grantLevel, updateLevels } from './trust/queries.ts'
