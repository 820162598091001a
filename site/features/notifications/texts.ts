import { notificationCentre as en } from '#shared/i18n/en/notification-centre.ts'
import { notificationCentre as pl } from '#shared/i18n/pl/notification-centre.ts'

/** Not in the catalog that every page loads. */
export const centreTexts = { pl, en }
