import { counted } from '../plural.ts'

export const notificationCentre = {
  title: 'Powiadomienia',
  filtersLabel: 'Filtr powiadomień',
  decisions: 'Decyzje',
  filters: { all: 'Wszystkie', unread: 'Nieprzeczytane', mentions: 'Wzmianki', moderation: 'Moderacja' },
  unread: (n: number) => counted('pl', n, { one: 'nieprzeczytane', few: 'nieprzeczytane', many: 'nieprzeczytanych' }),
  markAll: ['Oznacz wszystkie', 'jako przeczytane'] as [string, string],
  markOne: 'Oznacz jako przeczytane',
  markFailed: 'Nie udało się oznaczyć jako przeczytane.',
  allMarked: 'Wszystkie powiadomienia są przeczytane.',
  fresh: (n: number) =>
    `Pokaż ${counted('pl', n, { one: 'nowe powiadomienie', few: 'nowe powiadomienia', many: 'nowych powiadomień' })}`,
  grouped: {
    post_comment: (n: number) => counted('pl', n, { one: 'komentarz', few: 'komentarze', many: 'komentarzy' }),
    comment_reply: (n: number) => counted('pl', n, { one: 'odpowiedź', few: 'odpowiedzi', many: 'odpowiedzi' }),
    mention: (n: number) => counted('pl', n, { one: 'wzmianka', few: 'wzmianki', many: 'wzmianek' }),
    follower: (n: number) => counted('pl', n, { one: 'osoba', few: 'osoby', many: 'osób' }),
    other: (n: number) => counted('pl', n, { one: 'powiadomienie', few: 'powiadomienia', many: 'powiadomień' }),
  },
  empty: {
    all: {
      title: 'Brak powiadomień',
      text: 'Tu zobaczysz odpowiedzi na swoje posty i komentarze, wzmianki i nowych obserwujących.',
    },
    unread: { title: 'Wszystko przeczytane', text: 'Nic nowego na Ciebie nie czeka.' },
    mentions: { title: 'Brak wzmianek', text: 'Gdy ktoś wspomni o Tobie przez @, zobaczysz to tutaj.' },
    moderation: {
      title: 'Brak powiadomień o moderacji',
      text: 'Tu zobaczysz decyzje moderatorów i wyniki swoich zgłoszeń.',
    },
  },
  read: 'Poczytaj rozmowy',
  showAll: 'Pokaż wszystkie',
  keys: { label: 'Klawisze', next: 'następne', previous: 'poprzednie', open: 'otwórz', read: 'przeczytane' },
  settings: 'Ustawienia powiadomień',
  thread: {
    question: 'O czym Cię zawiadamiać?',
    levels: {
      all: { label: 'Wszystkie komentarze', hint: 'Każdy nowy komentarz w tym wątku' },
      replies: { label: 'Odpowiedzi i wzmianki', hint: 'To, co ktoś pisze do Ciebie' },
      none: { label: 'Nic', hint: 'Tylko decyzje moderatorów' },
    },
    saved: 'Zapisano powiadomienia o wątku.',
    failed: 'Nie udało się zmienić powiadomień o wątku.',
  },
}
