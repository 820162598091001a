export const devInfo = {
  title: 'Dla programistów',
  text: (site: string) => `${site} ma otwarte API w formacie JSON. Opis wszystkich wywołań jest w dokumencie OpenAPI.`,
  version: 'Wersja',
  openApi: 'Dokument OpenAPI',
  feed: 'Kanał Atom z najnowszymi postami',
  back: 'Wszystkie wywołania',
  contents: 'Na tej stronie',
  start: {
    title: 'Jak zacząć',
    text:
      'Adresy zaczynają się od tego serwera i /api. Żądania i odpowiedzi są w formacie JSON, czas w UTC. Nagłówek ' +
      'Authorization: Bearer TOKEN mówi, kto woła; token daje logowanie. ' +
      'Listy czyta się dalej polem cursor, dopóki ' +
      'next_cursor ma wartość.',
    repeat:
      'Wywołanie, które coś tworzy, przyjmuje nagłówek Idempotency-Key: powtórzone z tym samym kluczem ' +
      'przez dobę daje pierwszą odpowiedź.',
  },
  calls: { title: 'Wywołania', text: 'Każda grupa ma stronę z przykładami, które wykonał test, limitami i błędami.' },
  scopes: {
    title: 'Zakresy',
    text:
      'Token aplikacji sięga dokładnie tam, gdzie pozwala jego zakres. Do wywołań bez zakresu żadna ' +
      'aplikacja nie ma dostępu.',
    names: {
      openid: 'kim jest osoba',
      profile: 'nazwa, opis i zdjęcie profilowe',
      email: 'adres e-mail',
      read: 'to, co widzi na stronie każdy, i listy danej osoby',
      'read:private': 'wiadomości, powiadomienia i zapisane',
      'write:posts': 'posty i komentarze',
      'write:votes': 'głosy i zapisywanie',
      'write:messages': 'prywatne wiadomości',
      'write:follows': 'obserwowanie, społeczności i blokady',
      moderate: 'moderowanie społeczności danej osoby',
      push: 'powiadomienia na urządzeniach',
      offline_access: 'dostęp także wtedy, gdy osoba nie korzysta z aplikacji',
    } as Record<string, string>,
  },
  limits: {
    title: 'Limity',
    text:
      'Ponad limit odpowiedź ma status 429, a nagłówek Retry-After mówi, ile sekund poczekać. Limit ' +
      'każdego wywołania jest przy nim.',
    label: 'Jak często',
    none: 'bez limitu',
    by: { address: 'z jednego adresu', user: 'na osobę', email: 'na adres e-mail' },
    one: (limit: number, by: string, period: string) => `${limit} na ${period} ${by}`,
    second: (n: number) => `${n} s`,
    minute: (n: number) => (n === 1 ? 'minutę' : `${n} min`),
    hour: (n: number) => (n === 1 ? 'godzinę' : `${n} godz.`),
    day: 'dobę',
  },
  errors: {
    title: 'Błędy',
    text:
      'Odpowiedź z błędem ma pola detail (zdanie dla człowieka), code (stały) i czasem issues (zdanie do ' +
      'każdego pola).',
    label: 'Błędy',
    status: 'Status',
    code: 'Kod',
    detail: 'Zdanie',
  },
  events: {
    title: 'Zdarzenia',
    text:
      'GET /api/events?topics=me,post:12 to strumień bez końca. Po przerwie nagłówek Last-Event-ID daje ' +
      'to, co przepadło.',
  },
  hooks: {
    title: 'Webhooki',
    text:
      'Serwer woła adres https o tym, co się stało, z podpisem Standard Webhooks. Zakłada je moderator ' +
      'społeczności albo administrator.',
  },
  changes: {
    title: 'Zmiany',
    text: 'Nagłówek Watek-Version z datą zatrzymuje umowę na tym dniu; bez niego obowiązuje najnowsza.',
  },
  tryOut: {
    title: 'Wypróbuj',
    text:
      'Wywołania idą naprawdę do tego serwera, z Twoim kontem, jeśli jesteś na nim, albo z tokenem, który ' + 'podasz.',
    open: 'Otwórz próbnik',
    failed: 'Próbnik się nie wczytał. Spróbuj jeszcze raz.',
    scripts: 'Do prób trzeba włączyć JavaScript.',
  },
  access: {
    label: 'Kto',
    public: 'każdy',
    user: 'zalogowany',
    user_or_admin: 'zalogowany lub administrator',
    staff: 'moderator lub administrator',
    moderator: 'panel: moderator lub administrator',
    admin: 'panel: administrator',
  },
  scope: 'Zakres',
  noScope: 'brak',
  idempotent: 'przyjmuje Idempotency-Key',
  request: 'Żądanie',
  answer: (status: number) => `Odpowiedź ${status}`,
  noExample: 'To wywołanie nie ma przykładu: wymaga urządzenia albo dotyczy całego serwera.',
}
