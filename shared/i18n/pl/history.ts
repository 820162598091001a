/** Of the dialog with former texts; loaded with it. */
export const history = {
  loading: 'Wczytujemy wersje',
  failed: 'Nie udało się wczytać historii',
  empty: 'Nie ma wcześniejszych wersji. Poprawki z pierwszych dwóch minut nie są zapisywane.',
  changed: 'Zmieniono',
  before: 'Wersja przed tą zmianą',
  removed: 'Usunięto: ',
  added: 'Dodano: ',
}

export type HistoryTexts = typeof history
