import { counted, formatNumber } from '../plural.ts'

export const posts = {
  homeTitle: 'Wszystkie rozmowy',
  homeDescription: (site: string) => `${site}: rozmowy na każdy temat, po polsku i po angielsku. Czytaj, komentuj, głosuj.`,
  sorting: 'Sortowanie',
  sorts: { hot: 'Popularne', new: 'Najnowsze', top: 'Najlepsze', controversial: 'Kontrowersyjne' },
  count: (n: number) => counted('pl', n, { one: 'post', few: 'posty', many: 'postów' }),
  loadMore: 'Załaduj więcej',
  loadFailed: 'Nie udało się załadować postów',
  end: 'To już wszystkie posty!',
  shown: (shown: number, total: number) => `Wyświetlono ${formatNumber('pl', shown)} z ${formatNumber('pl', total)} postów`,
  emptyTitle: 'Jeszcze nic tu nie ma',
  emptyText: 'Tu pojawią się posty ze wszystkich społeczności.',
  writePost: 'Napisz post',
  commentsWord: (n: number): string => (n === 1 ? 'Komentarz' : 'Komentarzy'),
  deletedAuthor: '[usunięty]',
  showSpoiler: 'Pokaż spoiler',
  hideSpoiler: 'Ukryj spoiler',
  link: (domain: string) => `Otwórz link: ${domain}`,
  edited: 'edytowano',
  imageOf: (title: string) => `Zdjęcie do posta: ${title}`,
  videoOf: (title: string) => `Film do posta: ${title}`,
}
