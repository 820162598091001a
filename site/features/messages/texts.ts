import { messages as en } from '#shared/i18n/en/messages.ts'
import { messages as pl } from '#shared/i18n/pl/messages.ts'

/** Not in the catalog that every page loads. */
export const messagesTexts = { pl, en }
