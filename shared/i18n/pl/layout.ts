import { counted, formatNumber, plural } from '../plural.ts'
import { LIMITS } from '../../limits.ts'

const unread = (n: number) =>
  n > LIMITS.badge
    ? `${LIMITS.badge}+ nieprzeczytanych`
    : `${formatNumber('pl', n)} ` +
      `${plural('pl', n, { one: 'nieprzeczytane', few: 'nieprzeczytane', many: 'nieprzeczytanych' })}`

export const layout = {
  skip: 'Przejdź do treści',
  menu: 'Menu',
  search: 'Szukaj',
  suggestions: 'Podpowiedzi',
  groups: { posts: 'Posty', users: 'Użytkownicy', categories: 'Społeczności' },
  noResults: 'Brak wyników',
  resultCount: (n: number) => counted('pl', n, { one: 'wynik', few: 'wyniki', many: 'wyników' }),
  karma: (n: number) => `Karma: ${formatNumber('pl', n)}`,
  live: 'Na żywo',
  allStreams: 'Wszystkie transmisje',
  viewers: (n: number) => counted('pl', n, { one: 'widz', few: 'widzów', many: 'widzów' }),
  members: (n: number) => counted('pl', n, { one: 'członek', few: 'członków', many: 'członków' }),

  notifications: 'Powiadomienia',
  notificationsLabel: (n: number) => (n > 0 ? `Powiadomienia, ${unread(n)}` : 'Powiadomienia'),
  markAllRead: 'Oznacz',
  markAllReadHint: 'Oznacz wszystkie jako przeczytane',
  newNotifications: (n: number) => counted('pl', n, { one: 'nowe', few: 'nowe', many: 'nowych' }),
  noNotifications: 'Brak powiadomień',
  allNotifications: 'Wszystkie powiadomienia',
  notificationsFailed: 'Nie udało się wczytać powiadomień.',
  loading: 'Wczytywanie',
  policyLanguage: 'Język polityki prywatności',
  unread: 'nieprzeczytane',
  readOnly: 'Trwają prace techniczne. Na razie można tylko czytać, a to, co piszesz, zostanie w formularzu.',
  announcement: 'Ogłoszenie',
  closeAnnouncement: 'Zamknij',
  texts: {
    site_rules: 'Zasady serwisu',
    terms: 'Regulamin',
    privacy_policy: 'Polityka prywatności',
    imprint: 'Dane wydawcy',
  },
  textLanguage: 'Język tekstu',
  acceptTitle: 'Nowe warunki',
  acceptLead: 'Zmienił się tekst, który obowiązuje w serwisie. Przeczytaj go:',
  accept: 'Akceptuję',
  acceptFailed: 'Nie udało się zapisać akceptacji.',

  messages: 'Wiadomości',
  messagesLabel: (n: number) => (n > 0 ? `Wiadomości, ${unread(n)}` : 'Wiadomości'),
  darkMode: 'Ciemny motyw',
  lightMode: 'Jasny motyw',
  otherLanguage: { lang: 'en' as 'pl' | 'en', short: 'EN', name: 'English', label: 'EN: switch to English' },
  logIn: 'Zaloguj się',
  register: 'Zarejestruj się',
  logOut: 'Wyloguj się',
  newPost: 'Nowy post',
  saved: 'Zapisane',
  points: 'Punkty',
  settings: 'Ustawienia',
  panel: 'Panel administratora',

  categories: 'Społeczności',
  browse: 'Przeglądaj społeczności',
  aboutTitle: (site: string) => `O serwisie ${site}`,
  aboutText: 'Rozmowy, w których da się nie zgubić. Czytaj bez konta, pisz z kontem.',
  createPost: 'Utwórz post',
  createCommunity: 'Utwórz społeczność',
  footer: 'Stopka',
  privacy: 'Polityka prywatności',
  notice: 'Zgłoś treść niezgodną z prawem',
  contact: 'Napisz do administracji',
  transparency: 'Przejrzystość',
  lite: {
    on: 'Wersja lekka',
    off: 'Pełna wersja',
    offer: 'Twoja przeglądarka oszczędza dane.',
    decline: 'Zostań przy pełnej wersji',
    picture: 'obraz',
    film: 'film',
  },
  accessibility: 'Dostępność',
  toAdult: 'Wersja dla dorosłych (18+)',
  toNormal: 'Zwykła wersja',

  offline: 'Brak połączenia z internetem. To, co napiszesz, zostanie na tym urządzeniu.',
  verifyTitle: 'Potwierdzenie adresu e-mail',
  verifyBanner:
    'Potwierdź swój adres e-mail: wysłaliśmy na niego link. Nie ma go? Sprawdź spam albo wyślij link jeszcze raz.',
  resend: 'Wyślij ponownie',
  resendFailed: 'Nie udało się wysłać emaila',
}
