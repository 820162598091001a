export const saves = {
  save: 'Zapisz',
  saved: 'Zapisano',
  signIn: 'Musisz być zalogowany aby zapisywać posty',
  failed: 'Wystąpił błąd',
  title: 'Zapisane posty',
  savedAgo: (time: string) => `Zapisano ${time}`,
  emptyTitle: 'Nie masz zapisanych postów',
  emptyText: 'Zapisz post, a znajdziesz go tutaj.',
  read: 'Przeglądaj posty',
  loadFailed: 'Nie udało się załadować zapisanych postów',
}
