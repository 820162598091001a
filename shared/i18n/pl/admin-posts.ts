import { counted } from '../plural.ts'

const forms = { one: 'post', few: 'posty', many: 'postów' }

export const adminPosts = {
  heading: 'Posty',
  search: 'Szukaj w tytułach i treści',
  title: 'Tytuł',
  content: 'Treść',
  author: 'Autor',
  category: 'Społeczność',
  upvotes: 'Za',
  downvotes: 'Przeciw',
  date: 'Data',
  nsfw: 'NSFW',
  deletedAuthor: '[usunięty]',
  remove: (title: string) => `Usuń post „${title}”`,
  removeText: (title: string, comments: number) =>
    `„${title}” zniknie ze strony od razu, a razem z nim ` +
    `${counted('pl', comments, { one: 'komentarz', few: 'komentarze', many: 'komentarzy' })}.`,
  choose: 'Zaznaczenie',
  chooseOne: (title: string) => `Zaznacz post „${title}”`,
  chooseAll: 'Zaznacz wszystkie na tej stronie',
  chosen: (n: number) => `Zaznaczono ${counted('pl', n, forms)}`,
  removeChosen: 'Usuń zaznaczone',
  removeMany: (n: number) =>
    'Czy na pewno chcesz usunąć ' +
    `${counted('pl', n, { one: 'zaznaczony post', few: 'zaznaczone posty', many: 'zaznaczonych postów' })}?`,
  removeManyText: 'Znikną ze strony od razu, razem z komentarzami:',
  more: (n: number) => `i jeszcze ${counted('pl', n, forms)}`,
  emptyTitle: 'Nie ma tu postów',
  emptyText: 'Posty pojawią się tutaj, gdy ktoś je napisze.',
  notFound: 'Żaden post nie pasuje do wyszukiwania',
}
