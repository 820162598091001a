import { counted, formatNumber } from '../plural.ts'

export const adminCategories = {
  heading: 'Społeczności',
  search: 'Szukaj po nazwie',
  name: 'Nazwa',
  displayName: 'Nazwa wyświetlana',
  nsfw: 'NSFW',
  members: 'Członkowie',
  posts: 'Posty',
  date: 'Data',
  manageOf: (name: string) => `Zasady, etykiety i moderatorzy: r/${name}`,
  toList: 'Wróć do listy',
  remove: (name: string) => `Usuń dział r/${name}`,
  removeText: (name: string, posts: number, members: number) =>
    `r/${name} zniknie ze strony od razu, a razem z nim ` +
    `${counted('pl', posts, { one: 'post', few: 'posty', many: 'postów' })}. ` +
    `Liczba członków: ${formatNumber('pl', members)}.`,
  emptyTitle: 'Nie ma tu społeczności',
  emptyText: 'Społeczności pojawią się tutaj, gdy ktoś je założy.',
  notFound: 'Żadna społeczność nie pasuje do wyszukiwania',
}
