import { notificationCentre as en } from '#shared/i18n/en/notification-centre.ts'
import { notificationCentre as pl } from '#shared/i18n/pl/notification-centre.ts'

export const centreTexts = { pl, en }
