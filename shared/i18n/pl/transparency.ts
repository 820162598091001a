import { counted, formatNumber } from '../plural.ts'
import type { DecisionAction } from '../../rules/moderation.ts'

const decimal = new Intl.NumberFormat('pl-PL', { maximumFractionDigits: 1 })

function within(hours: number): string {
  if (hours < 1) return 'w niecałą godzinę.'
  return hours <= 48
    ? `w ciągu ${decimal.format(hours)} godz.`
    : `w ciągu ${formatNumber('pl', Math.ceil(hours / 24))} dni.`
}

export const transparency = {
  title: 'Przejrzystość moderacji',
  lead: (site: string, year: number) =>
    `Co moderatorzy, administracja i filtry zrobili w serwisie ${site} w roku ${year}. Same liczby, bez nazw i ` +
    'treści, najwyżej sprzed minuty.',
  years: 'Rok',
  number: 'Liczba',
  zeros: (head: string, n: number) =>
    `${head}: ${counted('pl', n, { one: 'pozycja', few: 'pozycje', many: 'pozycji' })} bez przypadków`,
  notices: {
    title: 'Zgłoszenia treści niezgodnych z prawem',
    category: 'Powód zgłoszenia',
    received: (n: number) =>
      `Otrzymaliśmy ${counted('pl', n, { one: 'zgłoszenie', few: 'zgłoszenia', many: 'zgłoszeń' })}.`,
    median: (hours: number) => `Połowę rozpatrzonych zamknęliśmy ${within(hours)}`,
    send: 'Zgłoś treść niezgodną z prawem',
  },
  decisions: {
    title: 'Decyzje',
    made: (n: number) =>
      `${counted('pl', n, { one: 'decyzja', few: 'decyzje', many: 'decyzji' })} o postach, komentarzach i kontach.`,
    automatic: (n: number) => `Filtry podjęły samodzielnie ${formatNumber('pl', n)}, resztę ludzie.`,
    action: 'Decyzja',
    reason: 'Podany powód',
  },
  actions: {
    removed: 'Usunięcie treści',
    restored: 'Przywrócenie treści',
    deleted: 'Skasowanie treści',
    locked: 'Zamknięcie rozmowy',
    unlocked: 'Otwarcie rozmowy',
    pinned: 'Przypięcie posta',
    unpinned: 'Odpięcie posta',
    approved: 'Zatwierdzenie treści',
    held: 'Wstrzymanie do sprawdzenia',
    warned: 'Ostrzeżenie',
    banned: 'Zakaz pisania w społeczności',
    unbanned: 'Koniec zakazu pisania',
    suspended: 'Zawieszenie konta',
    unsuspended: 'Koniec zawieszenia',
    reopened: 'Ponowne otwarcie sprawy',
    version_deleted: 'Skasowanie dawnej wersji',
    stream_ended: 'Zakończenie transmisji',
  } satisfies Record<DecisionAction, string>,
  appeals: {
    title: 'Odwołania',
    text: (received: number, overturned: number) =>
      `${counted('pl', received, { one: 'odwołanie', few: 'odwołania', many: 'odwołań' })} od decyzji, w tym ` +
      `uwzględnione: ${formatNumber('pl', overturned)}.`,
  },
  suspended: {
    title: 'Zawieszone konta',
    text: (n: number) =>
      `${counted('pl', n, { one: 'konto', few: 'konta', many: 'kont' })}, na zawsze lub na pewien czas.`,
  },
}

export type TransparencyTexts = typeof transparency
