import type { VoteValue } from '../../rules/vote.ts'
import { counted, formatNumber } from '../plural.ts'

export const comments = {
  add: 'Dodaj komentarz',
  yourReply: 'Twoja odpowiedź',
  edited: 'Treść komentarza',
  send: 'Skomentuj',
  sendReply: 'Odpowiedz',
  save: 'Zapisz zmiany',
  cancel: 'Anuluj',
  working: 'Wysyłamy',
  modes: 'Rodzaj komentarza',
  signIn: 'Musisz się zalogować, aby komentować',
  signInToReply: 'Musisz się zalogować, aby odpowiadać',
  signInToAskBot: 'Musisz się zalogować, aby poprosić o odpowiedź AI',
  signedOut: 'Komentują zalogowani. To, co napiszesz, poczeka na Ciebie.',
  failed: 'Nie udało się dodać komentarza',
  replyFailed: 'Nie udało się dodać odpowiedzi',
  editFailed: 'Nie udało się edytować komentarza',
  deleteFailed: 'Nie udało się usunąć komentarza',
  botFailed: 'Nie udało się wygenerować odpowiedzi',
  loadFailed: 'Nie udało się załadować komentarzy',
  botAsked: 'AI pisze odpowiedź, to może potrwać do pół minuty…',
  botAnswered: 'Odpowiedź AI jest w wątku',
  show: 'Pokaż',
  removed: 'Usunięto komentarz',
  loading: 'Wczytujemy komentarze',
  noLive: 'Bez JavaScriptu nowe komentarze nie pojawiają się same.',
  reload: 'Odśwież wątek',
  sorting: 'Kolejność komentarzy',
  sorts: { best: 'Najlepsze', new: 'Najnowsze', top: 'Top', old: 'Najstarsze', controversial: 'Kontrowersyjne' },
  loadMore: 'Załaduj więcej komentarzy',
  moreReplies: (n: number) =>
    `Pokaż jeszcze ${counted('pl', n, { one: 'odpowiedź', few: 'odpowiedzi', many: 'odpowiedzi' })}`,
  newComments: (n: number) =>
    counted('pl', n, { one: 'nowy komentarz', few: 'nowe komentarze', many: 'nowych komentarzy' }),
  sinceVisit: (n: number) =>
    `${counted('pl', n, { one: 'nowy komentarz', few: 'nowe komentarze', many: 'nowych komentarzy' })} od Twojej ` +
    'ostatniej wizyty',
  markRead: 'Oznacz jako przeczytane',
  isNew: 'nowy',
  newReplies: (n: number) =>
    counted('pl', n, { one: 'nowa odpowiedź', few: 'nowe odpowiedzi', many: 'nowych odpowiedzi' }),
  toNew: 'Przejdź do nowych',
  emptyTitle: 'Jeszcze nikt tu nie skomentował',
  emptyText: 'Napisz pierwszy komentarz.',
  partial: 'To tylko część dyskusji.',
  all: 'Pokaż wszystkie komentarze',
  kind: 'Komentarz: ',
  /** Read by screen readers after the comment's author and time. */
  about: (parent: string | null, level: number, replies: number, vote: VoteValue) =>
    [
      parent === null ? `poziom ${level}` : `odpowiedź na ${parent}, poziom ${level}`,
      ...(replies > 0 ? [counted('pl', replies, { one: 'odpowiedź', few: 'odpowiedzi', many: 'odpowiedzi' })] : []),
      ...(vote === 0 ? [] : [`Twój głos: ${vote === 1 ? 'za' : 'przeciw'}`]),
    ].join(', '),
  ways: {
    group: 'Przejdź do komentarza',
    next: 'Następny komentarz',
    previous: 'Poprzedni komentarz',
    nextSibling: 'Następny na tym samym poziomie',
    previousSibling: 'Poprzedni na tym samym poziomie',
    parent: 'Komentarz nadrzędny',
    nextNew: 'Następny nowy komentarz',
  },
  gone: '[usunięty]',
  closed: {
    removed: 'Pod usuniętym postem nie można komentować.',
    locked: 'Moderatorzy zamknęli tę rozmowę. Nie można dodawać komentarzy.',
  },
  /** The comment of a blocked person, in the accusative. */
  hiddenOne: 'ukryty komentarz',
  blocked: 'Komentarz zablokowanej osoby',
  author: 'autor',
  inReplyTo: (author: string) => `w odpowiedzi: ${author}`,
  reply: 'Odpowiedz',
  replyTo: (author: string) => `Odpowiedz: ${author}`,
  more: 'Więcej',
  askBot: 'Odpowiedź AI',
  edit: 'Edytuj',
  report: 'Zgłoś',
  remove: 'Usuń',
  fold: (author: string) => `Zwiń wątek: ${author}`,
  folded: (n: number) => `+${formatNumber('pl', n)}`,
  unfold: (folded: string, author: string) => `${folded}, rozwiń wątek: ${author}`,
  imageBy: (author: string) => `Zdjęcie w komentarzu: ${author}`,
  videoBy: (author: string) => `Film w komentarzu: ${author}`,
  suggestions: 'Podpowiedzi osób',
  suggested: (n: number) =>
    `${counted('pl', n, { one: 'podpowiedź', few: 'podpowiedzi', many: 'podpowiedzi' })}: strzałki wybierają, ` +
    'Enter wstawia, Escape zamyka.',
  afterForm: { create: 'Komentarz dodany.', edit: 'Zmiany zapisane.', remove: 'Komentarz usunięty.' },
}
