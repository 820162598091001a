import { counted } from '../plural.ts'

const users = (n: number) => counted('pl', n, { one: 'użytkownik', few: 'użytkownicy', many: 'użytkowników' })
const posts = (n: number) => counted('pl', n, { one: 'post', few: 'posty', many: 'postów' })
const comments = (n: number) => counted('pl', n, { one: 'komentarz', few: 'komentarze', many: 'komentarzy' })
const streams = (n: number) => counted('pl', n, { one: 'stream', few: 'streamy', many: 'streamów' })

export const adminDashboard = {
  title: 'Przegląd',
  cards: {
    users: 'Użytkownicy', posts: 'Posty', comments: 'Komentarze', messages: 'Wiadomości', categories: 'Społeczności',
    streams: 'Streamy', reports: 'Zgłoszenia', month: 'Ostatnie 30 dni', jobs: 'Zadania w tle', mail: 'Poczta',
  },
  lastDay: (n: string) => `+${n} w 24 h`,
  nsfw: (n: string) => `w tym NSFW: ${n}`,
  live: (n: string) => `na żywo: ${n}`,
  unresolved: (n: string) => `nierozwiązane: ${n}`,
  newUsers: (n: string) => `nowi użytkownicy: ${n}`,
  newPosts: (n: string) => `nowe posty: ${n}`,
  waiting: (n: string) => `w kolejce: ${n}`,
  failed: (n: string) => `nieudane: ${n}`,
  delivery: { smtp: 'SMTP', outbox: 'skrzynka nadawcza' },
  week: 'Aktywność z 7 dni',
  day: { users, posts, comments, streams },
  trend: 'Trend 30 dni',
  trendTable: 'Pokaż liczby w tabeli',
  series: { users: 'Użytkownicy', posts: 'Posty', comments: 'Komentarze', streams: 'Streamy' },
  date: 'Dzień',
  audit: 'Ostatnie działania obsługi',
  auditColumns: { at: 'Kiedy', actor: 'Kto', action: 'Co', target: 'Czego dotyczy', detail: 'Szczegóły' },
  auditBy: 'Czyje działania',
  auditByAdmins: 'Administratorzy',
  auditByModerators: 'Moderatorzy społeczności',
  auditNone: 'Nikt z obsługi jeszcze nic nie zrobił.',
  credential: 'hasło administratora',
  actions: {
    'admin.login': 'logowanie do panelu', 'admin.logout': 'wylogowanie z panelu',
    'admin.end_session': 'zakończenie sesji panelu', 'admin.end_sessions': 'zakończenie sesji panelu',
    'user.delete': 'usunięcie konta', 'user.grant_admin': 'nadanie admina', 'user.reset_factors': 'reset logowania dwuetapowego', 'user.revoke_admin': 'odebranie admina',
    'post.delete': 'usunięcie posta', 'category.delete': 'usunięcie społeczności', 'stream.delete': 'usunięcie streamu',
    'report.resolved': 'rozwiązanie zgłoszenia', 'report.rejected': 'odrzucenie zgłoszenia',
    'bot.answer': 'odpowiedź bota', 'bot.post': 'post bota', 'list.export': 'eksport CSV',
  } as Record<string, string>,
  targets: {
    user: 'użytkownik', post: 'post', category: 'społeczność', stream: 'stream', report: 'zgłoszenie', comment: 'komentarz',
    admin_token: 'sesja panelu', users: 'lista użytkowników', posts: 'lista postów', categories: 'lista społeczności',
    streams: 'lista streamów', reports: 'lista zgłoszeń',
  } as Record<string, string>,
  sessions: {
    title: 'Otwarte sesje panelu',
    since: 'Od kiedy',
    until: 'Do kiedy',
    address: 'Adres',
    account: 'Konto',
    noAccount: 'bez konta',
    current: 'ta sesja',
    none: 'Nikt nie jest zalogowany tokenem panelu.',
    end: 'Zakończ sesję',
    endOne: (address: string) => `Zakończ sesję z adresu ${address}`,
    endTitle: 'Zakończyć tę sesję?',
    endText: (address: string) => `Kto używa jej z adresu ${address}, będzie musiał zalogować się do panelu ponownie.`,
    endOthers: 'Zakończ wszystkie inne',
    endOthersTitle: 'Zakończyć wszystkie inne sesje?',
    endOthersText: 'Zostanie tylko ta sesja. Pozostałe osoby będą musiały zalogować się do panelu ponownie.',
    ended: 'Zakończono',
  },
}
