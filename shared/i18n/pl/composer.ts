export const composer = {
  label: 'Pisanie i podgląd',
  write: 'Pisanie',
  preview: 'Podgląd',
  toolbar: 'Formatowanie',
  marks: {
    bold: 'Pogrubienie',
    italic: 'Kursywa',
    link: 'Link',
    quote: 'Cytat',
    list: 'Lista',
    code: 'Kod',
    spoiler: 'Spoiler',
  },
  loading: 'Przygotowujemy podgląd',
  empty: 'Nie ma jeszcze czego pokazać.',
  toolFailed: 'Nie udało się sformatować tekstu',
  failed: 'Nie udało się przygotować podglądu',
  signIn: 'Musisz się zalogować, aby zobaczyć podgląd',
}

export type ComposerTexts = typeof composer
