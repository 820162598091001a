import { plural } from '../plural.ts'
import type { ServerTexts } from '../pl/server.ts'
import { auth } from './auth.ts'
import { botMock } from './bot-mock.ts'
import { captionRefusals } from './caption-refusals.ts'
import { errors } from './errors.ts'
import { forms } from './forms.ts'
import { issues } from './issues.ts'
import { uploadRefusals } from './upload-refusals.ts'
import { notifications } from './notifications.ts'
import { pointReasons } from './point-reasons.ts'
import { pushMessages } from './push-messages.ts'

function waitOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} ${plural('en', minutes, { one: 'minute', other: 'minutes' })}`
  const hours = Math.ceil(seconds / 3600)
  return `${hours} ${plural('en', hours, { one: 'hour', other: 'hours' })}`
}

export const server: ServerTexts = {
  auth,
  botMock,
  captionRefusals,
  errors,
  forms,
  issues,
  uploadRefusals,
  notifications,
  pointReasons,
  pushMessages,
  testMail: {
    subject: 'Test mail',
    body: (site) => `This is a test mail of ${site}. As you are reading it, mail works.`,
  },
  unknownDevice: 'Unknown device',
  noEncoder: {
    off: 'Streaming from the browser is switched off here. You can give the address of a stream that runs elsewhere.',
    missing:
      'Streaming from the browser does not work here, because the server has no ffmpeg. You can give the address ' +
      'of a stream that runs elsewhere.',
    busy: 'As many streams from browsers run as the server can carry. Try again when one of them has ended.',
  },
  newcomerLimit: (seconds) =>
    `New accounts have daily limits at first, and today's is used up. Try again in ${waitOf(seconds)}.`,
  tooManyRequests: (seconds) =>
    `Too many requests. Try again in ${seconds} ${plural('en', seconds, { one: 'second', other: 'seconds' })}.`,
}
