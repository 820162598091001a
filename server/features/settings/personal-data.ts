import type { PersonalData } from '#server/db/personal-data.ts'

export const settingsData = {
  notExported: { 'setting_change.by_user_id': 'the site belongs to nobody; what staff did is in staff_actions' },
  kept: { 'setting_change.by_user_id': 'what staff did stays on record' },
} satisfies PersonalData
