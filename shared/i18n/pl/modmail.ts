import { counted } from '../plural.ts'

const unread = { one: 'nieprzeczytana rozmowa', few: 'nieprzeczytane rozmowy', many: 'nieprzeczytanych rozmów' }

export const modmail = {
  /** Labels of two tabs of the messages page: mod mail (`title`) and `conversations`. */
  title: 'Moderatorzy',
  conversations: 'Rozmowy',
  sections: 'Rodzaj wiadomości',
  boxes: { mine: 'Moje', staff: 'Do zespołu' },
  boxesLabel: 'Skrzynka',
  states: { open: 'Otwarte', archived: 'Archiwum' },
  unread: (n: number) => counted('pl', n, unread),
  write: 'Napisz do administracji',
  empty: {
    mine: {
      title: 'Nie masz rozmów z moderatorami',
      text: 'Napisz do nich ze strony społeczności albo do administracji serwisu.',
    },
    staff: { title: 'Nikt nie czeka na odpowiedź', text: 'Tu trafiają wiadomości do społeczności, które moderujesz.' },
    archived: { title: 'Archiwum jest puste', text: 'Tu trafiają rozmowy, które zespół odłożył.' },
  },
  more: 'Pokaż starsze rozmowy',
  loadFailed: 'Nie udało się wczytać rozmów.',
  adult: 'Rozmowa ze społecznością dla dorosłych',
  waiting: 'czeka na odpowiedź',
  archived: 'w archiwum',

  /** Name of the team in a thread; `name` is the community, null for the admins. */
  with: (name: string | null) => (name === null ? 'Administracja serwisu' : `Moderatorzy r/${name}`),
  from: (username: string, name: string | null) =>
    name === null ? `${username} do administracji` : `${username} do moderatorów r/${name}`,
  you: 'Ty:',
  team: 'Zespół:',
  newTitle: 'Wiadomość do moderatorów',
  newTitleAdmins: 'Wiadomość do administracji',
  to: 'Do',
  subject: 'Temat',
  text: 'Treść',
  answer: 'Odpowiedź',
  message: 'Wiadomość',
  newHint:
    'Odpisuje zespół. Odpowiedź znajdziesz w wiadomościach, w zakładce „Moderatorzy”; nie znika po przeczytaniu.',
  send: 'Wyślij',
  sendAnswer: 'Odpowiedz',
  sendNote: 'Zapisz notatkę',
  sending: 'Wysyłanie…',
  failed: 'Nie udało się wysłać wiadomości',
  signIn: 'Musisz się zalogować, aby napisać do moderatorów',

  thread: 'Wiadomości',
  earlier: 'Wcześniejsze wiadomości',
  back: 'Wszystkie rozmowy z moderatorami',
  note: 'Notatka zespołu',
  asTeam: 'jako zespół',
  signed: 'pod nazwą',
  isNote: 'Notatka tylko dla zespołu',
  isNoteHint: 'Ta osoba jej nie zobaczy.',
  showName: 'Pokaż moją nazwę',
  showNameHint: 'Bez tego odpowiedź jest od zespołu.',
  deleted: '[usunięty]',

  claim: 'Zajmij się',
  release: 'Oddaj',
  claimedBy: (who: string | null, until: string) => `Zajmuje się ${who ?? 'administrator'} do ${until}.`,
  archive: 'Do archiwum',
  unarchive: 'Otwórz ponownie',
  archivedNow: 'Rozmowa jest w archiwum. Nowa wiadomość otworzy ją ponownie.',
  actionFailed: 'Nie udało się: ',
  answered: 'Odpowiedź wysłana.',
  noteSaved: 'Notatka zapisana.',
  archivedDone: 'Rozmowa odłożona do archiwum.',
}

export type ModmailTexts = typeof modmail
