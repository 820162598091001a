import { moderation } from './moderation.ts'
import { counted } from '../plural.ts'
import { posts } from './posts.ts'
import { quoted } from './quoted.ts'

const reasons = { ...posts.reasons, ...moderation.decisions.automaticReasons }
const waiting = { one: 'sprawa czeka', few: 'sprawy czekają', many: 'spraw czeka' }
const reports = { one: 'zgłoszenie', few: 'zgłoszenia', many: 'zgłoszeń' }

export const adminQueue = {
  heading: 'Kolejka',
  kindsLabel: 'Rodzaj spraw',
  kinds: {
    all: 'Wszystkie',
    reports: 'Zgłoszenia',
    held: 'Wstrzymane',
    appeals: 'Odwołania',
    notices: 'Nielegalne treści',
    mail: 'Wiadomości',
    decided: 'Załatwione',
  },
  kind: {
    reports: 'zgłoszenie',
    held: 'wstrzymane',
    appeals: 'odwołanie',
    notices: 'nielegalna treść',
    mail: 'wiadomość',
  },
  community: 'Społeczność',
  anyCommunity: 'Wszystkie moje społeczności',
  waiting: (n: number) => counted('pl', n, waiting),
  more: 'Pokaż dalsze',
  listLabel: 'Sprawy, od najdłużej czekającej',
  empty: {
    all: { title: 'Wszystko rozpatrzone', text: 'Żadna sprawa nie czeka na decyzję.' },
    reports: { title: 'Zgłoszenia rozpatrzone', text: 'Żadne zgłoszenie nie czeka na decyzję.' },
    held: { title: 'Nic nie jest wstrzymane', text: 'Żaden post ani komentarz nie czeka na zatwierdzenie.' },
    appeals: { title: 'Odwołania rozpatrzone', text: 'Żadne odwołanie nie czeka na odpowiedź.' },
    notices: { title: 'Nic tu nie czeka', text: 'Nikt nie zawiadamia teraz o nielegalnej treści.' },
    mail: { title: 'Nikt nie czeka na odpowiedź', text: 'Wiadomości do moderatorów pojawią się tutaj.' },
  },

  gone: 'Tej treści już nie ma',
  deletedAuthor: '[usunięty]',
  commentUnder: (title: string) => `Komentarz pod ${quoted(title)}`,
  messageFrom: (name: string) => `Prywatna wiadomość od ${name}`,
  messages: {
    title: 'Zgłoszona wiadomość',
    note: 'Zapisana razem z najwyżej pięcioma wcześniejszymi. Usuwamy je 90 dni po zgłoszeniu.',
    reported: 'zgłoszona',
    image: 'Z obrazem, którego nie zapisano',
  },
  reportsCount: (n: number) => counted('pl', n, reports),
  waitingSince: 'czeka od',
  claimedBy: (who: string | null, until: string) => `zajmuje się ${who ?? 'administrator'} do ${until}`,
  claimed: (who: string | null, until: string) =>
    `Tą sprawą zajmuje się ${who ?? 'administrator'}, do ${until}. Możesz ją przeczytać albo wziąć następną.`,
  decided: 'Tę sprawę rozpatrzył już ktoś inny.',
  noText: 'Bez tekstu',
  grounds: {
    reports: 'Zgłoszenia',
    held: 'Dlaczego wstrzymane',
    appeals: 'Odwołanie',
    notices: 'Zawiadomienie',
    mail: 'Wiadomość',
  },
  unknownReporter: 'konto usunięte',
  moreReports: (n: number) => `i jeszcze ${counted('pl', n, reports)}`,
  newcomer: 'Napisała to nowa osoba, a społeczność wstrzymuje wpisy nowych osób.',
  unchecked: 'Filtry nie zdążyły sprawdzić tego tekstu, dlatego musi go przejrzeć człowiek.',
  heldBy: (filter: string) => `Zatrzymał filtr „${filter}”.`,
  held: 'Czeka na zatwierdzenie.',
  appealed: 'Decyzja, której dotyczy',
  what: moderation.log.what,
  automatic: 'automatycznie',
  reason: 'Powód',
  rule: 'Zasada społeczności',
  explanation: 'Wyjaśnienie',
  notice: { reference: 'Numer', url: 'Adres', name: 'Imię i nazwisko', email: 'E-mail', category: 'Rodzaj' },
  author: {
    title: 'Autor',
    since: 'W serwisie od',
    trust: 'Zaufanie',
    removed: 'Zdjęte w 30 dni',
    bans: 'Blokady',
    level: (level: number) => `poziom ${level}`,
  },

  form: 'Decyzja',
  reasonsLabel: 'Powód zdjęcia',
  reasons,
  chooseReason: 'Wybierz powód, żeby zdjąć.',
  noRule: 'Żadna',
  refusals: {
    admin_decision: 'Tak zdecydowała administracja serwisu albo jej filtr. Tę sprawę rozpatrzy administracja.',
    own_decision: 'Ta sprawa dotyczy Ciebie lub Twojej decyzji. Rozpatrzy ją inny moderator albo administrator.',
  },
  textLabel: { removal: 'Wyjaśnienie dla autora (opcjonalnie)', appeal: 'Odpowiedź dla odwołującej się osoby' },
  textHint: 'Autor zobaczy powód i wyjaśnienie, ale nie Twoją nazwę.',
  decide: {
    remove: 'Zdejmij',
    keep: 'Zostaw',
    resolve: 'Załatwione',
    approve: 'Zatwierdź',
    uphold: 'Utrzymaj decyzję',
    overturn: 'Uchyl decyzję',
  },
  sentences: {
    remove: (title: string) => `Zdjęto ${quoted(title)}.`,
    keep: (title: string) => `Zostaje ${quoted(title)}.`,
    resolve: (title: string) => `Załatwiono zgłoszenie: ${quoted(title)}.`,
    approve: (title: string) => `Zatwierdzono ${quoted(title)}.`,
    uphold: (title: string) => `Utrzymano decyzję: ${quoted(title)}.`,
    overturn: (title: string) => `Uchylono decyzję: ${quoted(title)}.`,
  },
  lastLabel: 'Ostatnia decyzja',
  none: 'Tu pojawi się Twoja ostatnia decyzja, żeby można ją było cofnąć.',
  undo: 'Cofnij',
  undone: (title: string) => `Cofnięto decyzję. Sprawa ${quoted(title)} wróciła do kolejki.`,
  undoFailed: 'Nie udało się cofnąć: ',
  decidedElsewhere: (title: string) => `Sprawę ${quoted(title)} rozpatrzył już ktoś inny. Idziemy dalej.`,
  claimedElsewhere: (title: string, who: string | null) =>
    `Sprawą ${quoted(title)} zajmuje się ${who ?? 'administrator'}. Idziemy dalej.`,
  passedOver: (title: string) => `Sprawę ${quoted(title)} wziął już ktoś inny. Idziemy dalej.`,
  putBack: (title: string, why: string) => `Sprawa ${quoted(title)} wróciła do kolejki z tym, co wpisano. ${why}`,

  tooEarly: (key: string) =>
    `Kolejka dopiero się wczytała, więc klawisz ${key} nic nie zrobił. Naciśnij go jeszcze raz.`,

  keys: {
    label: 'Klawisze',
    next: 'następna',
    previous: 'poprzednia',
    open: 'otwórz',
    reason: 'powód',
    keep: 'zostaw, zatwierdź, do archiwum',
    answer: 'odpowiedz',
    remove: 'zdejmij, załatwione, uchyl',
    undo: 'cofnij',
    close: 'zamknij',
    switch: 'Skróty z jednym klawiszem',
  },
}
