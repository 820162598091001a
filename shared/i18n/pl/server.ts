import { plural } from '../plural.ts'
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
  if (minutes < 60) return `${minutes} ${plural('pl', minutes, { one: 'minutę', few: 'minuty', many: 'minut' })}`
  const hours = Math.ceil(seconds / 3600)
  return `${hours} ${plural('pl', hours, { one: 'godzinę', few: 'godziny', many: 'godzin' })}`
}

/** Browsers load only `issues` of these texts, which forms import. */
export const server = {
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
    subject: 'List próbny',
    body: (site: string) => `To list próbny forum ${site}. Skoro go czytasz, poczta działa.`,
  },
  unknownDevice: 'Nieznane urządzenie',
  noEncoder: {
    off:
      'Nadawanie z przeglądarki jest w tym serwisie wyłączone. Możesz podać adres transmisji prowadzonej gdzie ' +
      'indziej.',
    missing:
      'Nadawanie z przeglądarki tu nie działa, bo serwer nie ma programu ffmpeg. Możesz podać adres transmisji ' +
      'prowadzonej gdzie indziej.',
    busy: 'Trwa już tyle transmisji z przeglądarki, ile serwer udźwignie. Spróbuj ponownie, gdy któraś się skończy.',
  },
  newcomerLimit: (seconds: number) =>
    'Nowe konta mają na początku dzienne limity i dzisiejszy jest już wykorzystany. Spróbuj ponownie za ' +
    `${waitOf(seconds)}.`,
  tooManyRequests: (seconds: number) =>
    `Zbyt wiele żądań. Spróbuj ponownie za ${seconds} ` +
    `${plural('pl', seconds, { one: 'sekundę', few: 'sekundy', many: 'sekund' })}.`,
}

export type ServerTexts = typeof server
