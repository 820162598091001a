import { messages as en } from '#shared/i18n/en/messages.ts'
import { messages as pl } from '#shared/i18n/pl/messages.ts'

export const messagesTexts = { pl, en }
