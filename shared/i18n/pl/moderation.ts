import { counted } from '../plural.ts'
import type { APPEAL_STATUSES, DecisionAction } from '../../rules/moderation.ts'

type Where = string | null

const inPlace = (where: Where) => (where === null ? 'w całym serwisie' : `w r/${where}`)
const thing = (isComment: boolean) => (isComment ? 'komentarz' : 'post')

/** Texts of the decisions page and moderators' tools; no part of the catalog that every page loads. */
export const moderation = {
  decisions: {
    title: 'Decyzje',
    lead: 'Tu są wszystkie decyzje moderatorów i administracji, które dotyczą Ciebie i tego, co piszesz.',
    empty: { title: 'Brak decyzji', text: 'Moderatorzy nie podejmowali decyzji w Twoich sprawach.' },
    failed: 'Nie udało się załadować decyzji',
    more: 'Pokaż starsze',
    what: {
      removed: (where, isComment) => `Usunięto Twój ${thing(isComment)} ${inPlace(where)}`,
      deleted: (where, isComment) => `Skasowano Twój ${thing(isComment)} ${inPlace(where)}`,
      restored: (where, isComment) => `Przywrócono Twój ${thing(isComment)} ${inPlace(where)}`,
      locked: (where) => `Zamknięto rozmowę pod Twoim postem ${inPlace(where)}`,
      unlocked: (where) => `Otwarto rozmowę pod Twoim postem ${inPlace(where)}`,
      pinned: (where) => `Przypięto Twój post ${inPlace(where)}`,
      unpinned: (where) => `Odpięto Twój post ${inPlace(where)}`,
      approved: (where, isComment) => `Zatwierdzono Twój ${thing(isComment)} ${inPlace(where)}`,
      reopened: (where, isComment) => `Moderatorzy jeszcze raz przejrzą Twój ${thing(isComment)} ${inPlace(where)}`,
      held: (where, isComment) => `Twój ${thing(isComment)} ${inPlace(where)} czeka na moderatora`,
      warned: (where) => `Ostrzeżenie ${inPlace(where)}`,
      banned: (where) => `Nie możesz na razie pisać ${inPlace(where)}`,
      unbanned: (where) => `Możesz znowu pisać ${inPlace(where)}`,
      suspended: () => 'Twoje konto zostało zawieszone',
      unsuspended: () => 'Twoje konto nie jest już zawieszone',
      stream_ended: (where) => `Zakończono Twoją transmisję ${inPlace(where)}`,
      version_deleted: (where, isComment) =>
        `Skasowano dawną wersję Twojego ${isComment ? 'komentarza' : 'posta'} ${inPlace(where)}`,
    } satisfies Record<DecisionAction, (where: Where, isComment: boolean) => string>,
    adult: 'Decyzja w społeczności dla dorosłych',
    reason: 'Powód',
    automaticReasons: { filter: 'filtr', newcomer: 'wpis nowej osoby' },
    rule: 'Zasada',
    explanation: 'Wyjaśnienie',
    automatic: 'Decyzję podjął automat.',
    until: (date: string) => `Do ${date}.`,
    forGood: 'Bezterminowo.',
    next: {
      removed: 'Widzisz to tylko Ty i moderatorzy. Możesz napisać od nowa, zgodnie z zasadami społeczności.',
      deleted: 'Możesz napisać od nowa, zgodnie z zasadami społeczności.',
      held: 'Nie musisz nic robić. Damy znać, gdy moderator to przejrzy.',
      warned: 'To tylko ostrzeżenie. Możesz dalej pisać.',
      banned: 'Możesz czytać tę społeczność i pisać w innych.',
      suspended: 'Możesz czytać, pobrać swoje dane, odwołać się i usunąć konto.',
    } as Partial<Record<DecisionAction, string>>,
    show: 'Zobacz',
  },
  appeals: {
    until: (date: string) =>
      `Nie zgadzasz się? Do ${date} możesz się odwołać. Rozpatrzy to ktoś inny niż autor decyzji.`,
    open: 'Odwołaj się',
    label: 'Dlaczego ta decyzja jest niesłuszna?',
    hint: 'Od 20 do 2000 znaków. Od jednej decyzji można odwołać się raz.',
    send: 'Wyślij odwołanie',
    working: 'Wysyłamy',
    cancel: 'Anuluj',
    failed: 'Nie udało się wysłać odwołania',
    sent: 'Odwołanie zostało wysłane',
    yours: 'Twoje odwołanie',
    answer: 'Odpowiedź',
    status: {
      open: 'Czeka na rozpatrzenie. Damy znać, gdy ktoś na nie odpowie.',
      upheld: 'Nie zostało uwzględnione. Decyzja pozostaje w mocy.',
      overturned: 'Zostało uwzględnione. Decyzja jest cofnięta.',
    } satisfies Record<(typeof APPEAL_STATUSES)[number], string>,
  },
  refusals: {
    banned: (where: string, until: string | null) =>
      `${until === null ? 'Nie możesz' : `Do ${until} nie możesz`} pisać ani głosować w r/${where}. Czytać ` +
      'możesz jak dotąd.',
    suspended: (until: string | null) =>
      `Twoje konto jest zawieszone ${until === null ? 'bezterminowo' : `do ${until}`}. Możesz czytać, pobrać ` +
      'swoje dane, odwołać się i usunąć konto.',
    show: 'Zobacz decyzję',
    writeToAdmins: 'Napisz do administracji',
    writeToModerators: 'Napisz do moderatorów',
  },
  log: {
    title: 'Dziennik moderacji',
    lead:
      'Co moderatorzy i administracja zdecydowali w tej społeczności. ' +
      'Bez nazw i bez treści, których już nie widać.',
    leadNamed:
      'Co moderatorzy i administracja zdecydowali w tej społeczności. Kto zdecydował, widzą tylko moderatorzy.',
    empty: { title: 'Brak wpisów', text: 'Moderatorzy niczego tu jeszcze nie zdecydowali.' },
    more: 'Pokaż starsze',
    automatic: 'automatycznie',
    what: {
      removed: (isComment) => (isComment ? 'Usunięto komentarz' : 'Usunięto post'),
      deleted: (isComment) => (isComment ? 'Skasowano komentarz' : 'Skasowano post'),
      restored: (isComment) => (isComment ? 'Przywrócono komentarz' : 'Przywrócono post'),
      locked: () => 'Zamknięto rozmowę',
      unlocked: () => 'Otwarto rozmowę',
      pinned: () => 'Przypięto post',
      unpinned: () => 'Odpięto post',
      approved: (isComment) => (isComment ? 'Zatwierdzono komentarz' : 'Zatwierdzono post'),
      reopened: (isComment) => (isComment ? 'Komentarz wrócił do kolejki' : 'Post wrócił do kolejki'),
      held: (isComment) => (isComment ? 'Wstrzymano komentarz' : 'Wstrzymano post'),
      warned: () => 'Ostrzeżono członka',
      banned: () => 'Zablokowano członka',
      unbanned: () => 'Odblokowano członka',
      suspended: () => 'Zawieszono konto',
      unsuspended: () => 'Odwieszono konto',
      stream_ended: () => 'Zakończono transmisję',
      version_deleted: (isComment) =>
        isComment ? 'Skasowano dawną wersję komentarza' : 'Skasowano dawną wersję posta',
    } as Record<DecisionAction, (isComment: boolean) => string>,
  },
  member: {
    title: (username: string, community: string) => `u/${username} w r/${community}`,
    close: 'Zamknij',
    label: 'Działania',
    tabs: { warn: 'Ostrzeżenie', ban: 'Blokada', notes: 'Notatki' },
    loadFailed: 'Nie udało się wczytać notatek',
    warning: 'Treść ostrzeżenia',
    warningHint: 'Ta osoba to zobaczy, ale bez Twojej nazwy.',
    warn: 'Ostrzeż',
    warned: 'Ostrzeżenie zostało wysłane',
    days: 'Na jak długo',
    dayCount: (n: number) => counted('pl', n, { one: 'dzień', few: 'dni', many: 'dni' }),
    forGood: 'bezterminowo',
    explanation: 'Wyjaśnienie (opcjonalnie)',
    ban: 'Zablokuj',
    banned: 'Zablokowano. Ta osoba dostała powiadomienie.',
    inForce: (until: string | null) => (until === null ? 'Blokada trwa bezterminowo.' : `Blokada trwa do ${until}.`),
    unban: 'Zdejmij blokadę',
    unbanned: 'Blokada została zdjęta',
    note: 'Nowa notatka',
    noteHint: 'Widzą ją tylko moderatorzy tej społeczności i administracja.',
    addNote: 'Dodaj notatkę',
    noNotes: 'Nie ma jeszcze notatek.',
  },
  tools: {
    label: 'Moderacja',
    remove: 'Zdejmij z powodem',
    removeNow: 'Zdejmij',
    removeLead:
      'Zniknie dla wszystkich poza autorem i moderatorami, a miejsce w rozmowie zostanie. Autor dostanie powód i ' +
      'może się odwołać. Można to cofnąć przyciskiem „Przywróć”.',
    author: 'Ostrzeż lub zablokuj',
    hints: {
      remove: 'Miejsce zostaje, autor dostaje powód',
      author: 'Także notatki o tej osobie',
      erase: 'Znika całkiem, bez powodu',
    } as Partial<Record<string, string>>,
    rule: 'Zasada społeczności',
    noRule: 'Bez wskazania zasady',
    restore: 'Przywróć',
    approve: 'Zatwierdź',
    adminsDecide: {
      held: 'Wstrzymał to filtr serwisu. Zdecyduje administracja.',
      removed: 'Usunęła to administracja serwisu. Tylko ona może to przywrócić.',
    },
    lock: 'Zamknij rozmowę',
    unlock: 'Otwórz rozmowę',
    pin: 'Przypnij',
    unpin: 'Odepnij',
    removeTitle: { post: 'Zdejmij post', comment: 'Zdejmij komentarz' },
    reason: 'Powód',
    choose: 'Wybierz powód',
    text: 'Wyjaśnienie dla autora (opcjonalnie)',
    textHint: 'Autor zobaczy powód i wyjaśnienie, ale nie Twoją nazwę.',
    cancel: 'Anuluj',
    working: 'Zapisujemy',
    failed: 'Nie udało się zapisać decyzji',
    loadFailed: 'Nie udało się otworzyć narzędzi moderatora',
    removed: 'Zdjęto. Autor dostał powiadomienie.',
    restored: 'Przywrócono',
    approved: 'Zatwierdzono',
    locked: 'Zamknięto rozmowę',
    unlocked: 'Otwarto rozmowę',
    pinned: 'Przypięto',
    unpinned: 'Odpięto',
  },
}

export type ModerationTexts = typeof moderation
