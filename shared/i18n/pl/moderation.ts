import type { DecisionAction } from '../../rules/moderation.ts'

type Where = string | null

const inPlace = (where: Where) => (where === null ? 'w całym serwisie' : `w r/${where}`)
const thing = (isComment: boolean) => (isComment ? 'komentarz' : 'post')

/** Of the page of decisions and of moderators' tools; no part of the catalog that every page loads. */
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
      held: (where, isComment) => `Twój ${thing(isComment)} ${inPlace(where)} czeka na moderatora`,
      warned: (where) => `Ostrzeżenie ${inPlace(where)}`,
      banned: (where) => `Nie możesz na razie pisać ${inPlace(where)}`,
      unbanned: (where) => `Możesz znowu pisać ${inPlace(where)}`,
      suspended: () => 'Twoje konto zostało zawieszone',
      unsuspended: () => 'Twoje konto nie jest już zawieszone',
    } satisfies Record<DecisionAction, (where: Where, isComment: boolean) => string>,
    reason: 'Powód',
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
  tools: {
    label: 'Moderacja',
    remove: 'Zdejmij',
    restore: 'Przywróć',
    approve: 'Zatwierdź',
    lock: 'Zamknij rozmowę',
    unlock: 'Otwórz rozmowę',
    pin: 'Przypnij',
    unpin: 'Odepnij',
    removeTitle: { post: 'Zdejmij post', comment: 'Zdejmij komentarz' },
    reason: 'Powód',
    choose: 'Wybierz powód',
    text: 'Wyjaśnienie dla autora (nieobowiązkowe)',
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
