import { counted } from '../plural.ts'

/** The points page. */
export const points = {
  /** What stands for an entry of the ledger. */
  reasons: {
    post: 'Nowy post',
    comment: 'Nowy komentarz',
    upvote: 'Głos w górę od innej osoby',
    downvote: 'Głos w dół od innej osoby',
    community: 'Nowa społeczność',
    post_reversed: 'Usunięty post',
    comment_reversed: 'Usunięty komentarz',
    upvote_reversed: 'Wycofany głos w górę',
    downvote_reversed: 'Wycofany głos w dół',
    community_reversed: 'Usunięta społeczność',
  },
  title: (site: string) => `Punkty ${site}`,
  balance: 'punktów',
  today: 'dziś',
  how: 'Post to 5 punktów, komentarz 2, nowa społeczność 10, głos w górę 1, w dół -1. Za pisanie najwyżej 50 dziennie. Co znika, zabiera swoje punkty.',
  history: 'Historia',
  emptyTitle: 'Nie masz jeszcze punktów',
  emptyText: 'Napisz post albo komentarz.',
  leaderboard: 'Najlepsza dziesiątka',
  amount: (n: number) => counted('pl', n, { one: 'punkt', few: 'punkty', many: 'punktów' }),
}
