import { effectiveLevel } from '#shared/rules/trust.ts'
import { suspensionOf } from '../auth/rules.ts'

type Profile = { is_admin: boolean; trust_level: number; suspension_id: number | null; suspended_until: Date | null }

export function presentProfile<Row extends Profile>(
  row: Row,
  { isOwn, isStaff }: { isOwn: boolean; isStaff: boolean },
  now: Date,
) {
  return {
    ...row,
    trust_level: isOwn || isStaff ? effectiveLevel(row) : null,
    is_suspended: isStaff ? suspensionOf(row, now) !== null : null,
  }
}
