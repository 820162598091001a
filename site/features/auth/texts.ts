import { authScreens as en } from '#shared/i18n/en/auth-screens.ts'
import { authScreens as pl } from '#shared/i18n/pl/auth-screens.ts'

export const authTexts = { pl, en }
