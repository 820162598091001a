export const dataExports = {
  title: 'Kopia Twoich danych',
  lead:
    'Plik ZIP ze wszystkim, co masz w serwisie: posty, komentarze, głosy, zapisane posty, społeczności, ' +
    'wiadomości, powiadomienia, ustawienia, a także Twoje zdjęcia i filmy. Możesz go zamówić raz na dobę.',
  request: 'Przygotuj kopię',
  requestAgain: 'Przygotuj nową kopię',
  preparing: 'Przygotowujemy kopię. Gdy będzie gotowa, dostaniesz powiadomienie. Możesz zamknąć tę stronę.',
  ready: (size: string, date: string) => `Kopia jest gotowa (${size}). Możesz ją pobrać do ${date}, potem ją usuniemy.`,
  download: 'Pobierz plik ZIP',
  failed: 'Nie udało się zamówić kopii',
}

export type ExportsTexts = typeof dataExports
