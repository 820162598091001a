import { plural } from '../plural.ts'
import { auth } from './auth.ts'
import { botMock } from './bot-mock.ts'
import { errors } from './errors.ts'
import { issues } from './issues.ts'
import { uploadRefusals } from './upload-refusals.ts'
import { notifications } from './notifications.ts'
import { pointReasons } from './point-reasons.ts'

/** Texts of the server's answers. Browsers load none but `issues`, which forms import. */
export const server = {
  auth,
  botMock,
  errors,
  issues,
  uploadRefusals,
  notifications,
  pointReasons,
  unknownDevice: 'Nieznane urządzenie',
  tooManyRequests: (seconds: number) =>
    `Zbyt wiele żądań. Spróbuj ponownie za ${seconds} ${plural('pl', seconds, { one: 'sekundę', few: 'sekundy', many: 'sekund' })}.`,
}

export type ServerTexts = typeof server
