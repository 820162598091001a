import { plural } from '../plural.ts'
import { auth } from './auth.ts'
import { botMock } from './bot-mock.ts'
import { errors } from './errors.ts'
import { uploadRefusals } from './upload-refusals.ts'
import { notifications } from './notifications.ts'
import { pointReasons } from './point-reasons.ts'

/** Texts that only answers of the server contain, so no browser loads them. */
export const server = {
  auth,
  botMock,
  errors,
  uploadRefusals,
  notifications,
  pointReasons,
  unknownDevice: 'Nieznane urządzenie',
  tooManyRequests: (seconds: number) =>
    `Zbyt wiele żądań. Spróbuj ponownie za ${seconds} ${plural('pl', seconds, { one: 'sekundę', few: 'sekundy', many: 'sekund' })}.`,
}

export type ServerTexts = typeof server
