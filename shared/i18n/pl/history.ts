export const history = {
  loading: 'Wczytujemy wersje',
  failed: 'Nie udało się wczytać historii',
  empty: 'Nie ma wcześniejszych wersji. Poprawki z pierwszych dwóch minut nie są zapisywane.',
  changed: 'Zmieniono',
  before: 'Wersja przed tą zmianą',
  removed: 'Usunięto: ',
  added: 'Dodano: ',
  more: 'Pokaż starsze wersje',
  moreFailed: 'Nie udało się wczytać starszych wersji',
  remove: 'Skasuj tę wersję',
  removeTitle: 'Skasować tę wersję?',
  removeText: 'Zniknie na zawsze. Obecny tekst i pozostałe wersje zostają.',
  removeFailed: 'Nie udało się skasować wersji',
}

export type HistoryTexts = typeof history
