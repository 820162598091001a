import { counted, formatNumber } from '../plural.ts'
import { durationText } from '../duration.ts'

export const messages = {
  report: 'Zgłoś',
  reportFrom: (name: string, time: string) => `Zgłoś wiadomość od ${name}, ${time}`,
  title: 'Wiadomości',
  description: 'Twoje rozmowy.',
  unread: (n: number) =>
    counted('pl', n, {
      one: 'nieprzeczytana wiadomość',
      few: 'nieprzeczytane wiadomości',
      many: 'nieprzeczytanych wiadomości',
    }),
  you: 'Ty:',
  older: 'Starsze rozmowy',
  emptyTitle: 'Nie masz jeszcze rozmów',
  emptyText: 'Napisz do kogoś pierwszą wiadomość.',
  loadFailed: 'Nie udało się wczytać wiadomości.',
  unknownUser: 'Użytkownik nie istnieje',

  write: 'Nowa wiadomość',
  recipient: 'Do kogo',
  recipientHint: 'Nazwa użytkownika, podpowiedzi od dwóch znaków.',
  found: 'Znalezieni użytkownicy',
  foundCount: (n: number) => counted('pl', n, { one: 'podpowiedź', few: 'podpowiedzi', many: 'podpowiedzi' }),
  karma: (n: number) => `Karma: ${formatNumber('pl', n)}`,
  text: 'Wiadomość',
  send: 'Wyślij',
  sending: 'Wysyłanie…',
  fillAll: 'Wypełnij wszystkie pola',
  failed: 'Nie udało się wysłać wiadomości',
  signIn: 'Musisz się zalogować, aby wysłać wiadomość',

  conversation: (name: string) => `Rozmowa: ${name}`,
  thread: 'Rozmowa',
  back: 'Wszystkie rozmowy',
  today: 'Dzisiaj',
  yesterday: 'Wczoraj',
  loadOlder: 'Starsze wiadomości',
  emptyThread: 'Nie ma tu jeszcze wiadomości. Napisz pierwszą.',
  from: (name: string) => `${name}:`,
  read: 'Przeczytana',
  sent: 'Wysłana',
  vanishing: (ttl: number, unread: number) =>
    `Wiadomości znikają u obu stron ${durationText('pl', ttl)} po przeczytaniu, a nieprzeczytane po ` +
    `${durationText('pl', unread, true)}.`,
  closed: (name: string) => `${name} nie przyjmuje nowych rozmów od Ciebie.`,
  blockedByYou: (name: string) => `${name} jest na liście zablokowanych. Możesz czytać tę rozmowę, ale nie pisać.`,
  toProfile: 'Zobacz profil',
  toNewest: 'Do najnowszych',

  attach: 'Dołącz zdjęcie',
  photo: '📷 Zdjęcie',
  imageFrom: (name: string) => `Zdjęcie od ${name}`,
  afterForm: { send: 'Wiadomość wysłana.' },
}
