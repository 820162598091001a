export const searchPage = {
  title: 'Wyniki wyszukiwania',
  titleFor: (q: string) => `Wyniki dla: ${q}`,
  posts: 'Posty',
  users: 'Użytkownicy',
  promptTitle: 'Czego szukasz?',
  promptText: 'Wpisz słowo w pole na górze strony.',
  noneTitle: 'Brak wyników',
  noneText: 'Spróbuj innego słowa albo krótszej frazy.',
}
