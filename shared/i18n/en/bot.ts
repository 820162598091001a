import type { bot as pl } from '../pl/bot.ts'

export const bot: typeof pl = { label: 'AI', labelTitle: 'Written by the bot' }
