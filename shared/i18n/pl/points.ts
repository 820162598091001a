import { counted, plural } from '../plural.ts'

export const points = {
  title: (site: string) => `Punkty ${site}`,
  balance: 'Stan punktów',
  word: (n: number) => plural('pl', n, { one: 'punkt', few: 'punkty', many: 'punktów' }),
  today: 'dziś',
  how:
    'Post to 5 punktów, komentarz 2, nowa społeczność 10, głos w górę 1, w dół -1. Za pisanie najwyżej 50 ' +
    'dziennie. Co znika, zabiera swoje punkty.',
  history: 'Historia',
  emptyTitle: 'Nie masz jeszcze punktów',
  emptyText: 'Napisz post albo komentarz.',
  older: 'Starsze wpisy',
  loadFailed: 'Nie udało się wczytać historii.',
  leaderboard: 'Najlepsza dziesiątka',
  amount: (n: number) => counted('pl', n, { one: 'punkt', few: 'punkty', many: 'punktów' }),
}
