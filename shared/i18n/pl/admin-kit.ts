import { counted, formatNumber } from '../plural.ts'

const savedRows = (n: number) => `Zapisano ${counted('pl', n, { one: 'wiersz', few: 'wiersze', many: 'wierszy' })}`

export const adminKit = {
  search: 'Szukaj',
  searchAction: 'Szukaj',
  rows: (from: number, to: number, total: number) =>
    total === 0
      ? 'Brak wyników'
      : `${formatNumber('pl', from)}–${formatNumber('pl', to)} z ${formatNumber('pl', total)}`,
  pager: { label: 'Strony', previous: 'Poprzednia', next: 'Następna', page: (n: number) => `Strona ${n}` },
  actions: 'Działania',
  columns: 'Kolumny',
  yes: 'tak',
  no: 'nie',
  cancel: 'Anuluj',
  delete: 'Usuń',
  refresh: 'Odśwież',
  retry: 'Spróbuj ponownie',
  loadFailed: 'Nie udało się wczytać danych',
  broken: 'Tej części panelu nie da się pokazać',
  brokenText: 'Wczytaj panel ponownie. Jeśli to nie pomoże, zajrzyj do dziennika serwera.',
  offline: 'Brak połączenia z serwerem.',
  unknownError: 'Nieznany błąd',
  failed: 'Błąd: ',
  failedLoudly: '❌ Błąd: ',
  deleteFailed: 'Błąd podczas usuwania: ',
  deleted: 'Usunięto pomyślnie',
  rateLimit: 'Rate Limit: ',
  export: {
    button: 'Eksportuj CSV',
    progress: (read: number, all: number) => `${formatNumber('pl', read)} z ${formatNumber('pl', all)}`,
    saved: (rows: number) => `${savedRows(rows)}.`,
    cut: (rows: number, total: number) =>
      `${savedRows(rows)} z ${formatNumber('pl', total)}. Więcej jeden eksport nie obejmuje: zawęź listę.`,
    searchCut: (rows: number) => `${savedRows(rows)}. Więcej wyszukiwanie nie zwraca: zawęź je, jeśli czegoś brakuje.`,
    stopped: 'Eksport przerwany: lista została zamknięta.',
    failed: 'Błąd eksportu: ',
    id: 'ID',
  },
}
