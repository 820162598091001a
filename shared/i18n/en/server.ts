import { plural } from '../plural.ts'
import type { ServerTexts } from '../pl/server.ts'
import { auth } from './auth.ts'
import { botMock } from './bot-mock.ts'
import { errors } from './errors.ts'
import { issues } from './issues.ts'
import { uploadRefusals } from './upload-refusals.ts'
import { notifications } from './notifications.ts'
import { pointReasons } from './point-reasons.ts'

export const server: ServerTexts = {
  auth,
  botMock,
  errors,
  issues,
  uploadRefusals,
  notifications,
  pointReasons,
  unknownDevice: 'Unknown device',
  tooManyRequests: (seconds) => `Too many requests. Try again in ${seconds} ${plural('en', seconds, { one: 'second', other: 'seconds' })}.`,
}
