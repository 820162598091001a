import { counted, formatNumber } from '../plural.ts'

export const adminDatabase = {
  heading: 'Baza danych',
  size: 'Rozmiar bazy',
  tableCount: 'Tabele',
  totalRows: 'Wiersze razem',
  tables: 'Tabele',
  name: 'Tabela',
  rows: 'Wiersze',
  share: 'Udział',
  percent: (percent: number) => `${formatNumber('pl', Math.round(percent * 10) / 10)}%`,
  tableSize: 'Rozmiar',
  browse: 'Przeglądaj',
  /** Why a table has no preview. */
  withheld: 'bez podglądu: dane poufne lub pomocnicze',
  browseTable: (name: string) => `Przeglądaj ${name}`,
  preview: (name: string) => `Podgląd tabeli ${name}`,
  shown: (shown: number, total: number) =>
    `${counted('pl', shown, { one: 'wiersz', few: 'wiersze', many: 'wierszy' })} z ${formatNumber('pl', total)}, ` +
    'od najnowszych',
  redacted: 'ukryte',
  hint: 'Podgląd tylko do odczytu. Hasła, tokeny i treść wiadomości są ukryte.',
  close: 'Zamknij',
  empty: 'Tabela jest pusta.',
  failed: 'Nie udało się załadować danych tabeli',
}
