import { counted } from '../plural.ts'

/** The tab of accounts. */
export const adminUsers = {
  title: 'Użytkownicy',
  searchHint: 'nazwa lub e-mail',
  columns: { id: 'ID', username: 'Nazwa', email: 'E-mail', karma: 'Karma', admin: 'Admin', created: 'Utworzono', verified: 'E-mail potwierdzony' },
  unverified: 'niepotwierdzony',
  adminTag: 'Admin',
  grant: 'Nadaj admina',
  revoke: 'Odbierz admina',
  updated: 'Zaktualizowano uprawnienia',
  grantQuestion: (name: string) => `Nadać uprawnienia administratora użytkownikowi ${name}?`,
  grantText: 'Usunie i zmieni każdy post oraz komentarz, a z hasłem administratora wejdzie do panelu.',
  revokeQuestion: (name: string) => `Odebrać uprawnienia administratora użytkownikowi ${name}?`,
  revokeText: 'Konto zostaje, znikają tylko uprawnienia.',
  none: 'Nikogo tu nie ma',
  noneFound: (search: string) => `Nikt nie pasuje do „${search}”`,
  you: '(Ty)',
  deleteLabel: (name: string) => `Usuń konto ${name}`,
  deleteText: (name: string) => `Konto ${name}: dane osobowe, sesje, wiadomości, obserwacje i powiadomienia znikają na zawsze. Nazwy nikt już nie weźmie.`,
  counting: 'Liczę posty i komentarze...',
  uncounted: 'Nie udało się policzyć postów i komentarzy.',
  counts: (posts: number, comments: number) =>
    `Na koncie: ${counted('pl', posts, { one: 'post', few: 'posty', many: 'postów' })} i ${counted('pl', comments, { one: 'komentarz', few: 'komentarze', many: 'komentarzy' })}.`,
  content: 'Co z postami i komentarzami',
  keep: 'Zostaw bez autora',
  keepHint: 'Zamiast nazwy będzie „[usunięty]”.',
  remove: 'Usuń razem z kontem',
  removeHint: 'Resztę usuwa w tle zadanie, przy dużym koncie trwa to dłużej.',
  deleteAccount: 'Usuń konto',
}
