import { counted } from '../plural.ts'

export const pushMessages = {
  messageFrom: (who: string) => `${who} pisze do Ciebie`,
  image: 'Zdjęcie',
  more: (n: number) => `i jeszcze ${counted('pl', n, { one: 'nowe', few: 'nowe', many: 'nowych' })}`,
  hidden: (n: number) =>
    n === 1
      ? 'Czeka na Ciebie powiadomienie.'
      : `Czekają na Ciebie ${counted('pl', n, { one: 'powiadomienie', few: 'powiadomienia', many: 'powiadomień' })}.`,
  test: { title: 'Powiadomienia działają', body: 'Na tym urządzeniu zobaczysz odpowiedzi i wiadomości.' },
}
