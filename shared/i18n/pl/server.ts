import { plural } from '../plural.ts'
import { auth } from './auth.ts'
import { botMock } from './bot-mock.ts'
import { errors } from './errors.ts'
import { mediaRefusals } from './media-refusals.ts'
import { notifications } from './notifications.ts'
import { pointReasons } from './point-reasons.ts'

/** What reaches a reader only as an answer of the server, so that no browser loads it. */
export const server = {
  auth,
  botMock,
  errors,
  mediaRefusals,
  notifications,
  pointReasons,
  tooManyRequests: (seconds: number) =>
    `Zbyt wiele żądań. Spróbuj ponownie za ${seconds} ${plural('pl', seconds, { one: 'sekundę', few: 'sekundy', many: 'sekund' })}.`,
}

export type ServerTexts = typeof server
