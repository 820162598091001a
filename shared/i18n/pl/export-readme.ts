/** Texts of README.md in an export; `sections/queries.ts` needs a line for each file. */
export const exportReadme = {
  title: (site: string, username: string) => `# Dane konta ${username} w serwisie ${site}`,
  lead: [
    'Każdy plik `.json` to lista obiektów w kodowaniu UTF-8, jeden w wierszu. Czas jest podany w UTC (ISO 8601), ' +
      'a teksty w Markdownie, tak jak zostały napisane.',
    'Adres zaczynający się od `/media/` to plik o tej samej ścieżce w folderze `media` tego archiwum (zdjęcia z ' +
      'wiadomości mają jeszcze rozszerzenie).',
    'Nie ma tu haseł, kodów ani kluczy, bo przechowujemy tylko ich skróty albo wcale, ani niczego, co inni ' +
      'zrobili poufnie: kto na Ciebie głosował, kto Cię blokuje, kto zgłosił Twoje treści.',
    'Zgody na wiadomości e-mail są w `notification_settings.json`. Potwierdzenie wieku jest zapisane tylko w ' +
      'Twojej przeglądarce.',
  ],
  files: {
    account: 'konto: nazwa, adres e-mail, opis, ustawienia, karma i punkty',
    posts: 'Twoje posty, także usunięte w ciągu ostatnich 30 dni',
    comments: 'Twoje komentarze, także usunięte w ciągu ostatnich 30 dni',
    post_versions: 'wcześniejsze wersje Twoich postów',
    comment_versions: 'wcześniejsze wersje Twoich komentarzy',
    poll_options: 'odpowiedzi w Twoich ankietach i liczba głosów; trwającej ankiety tylko po oddaniu w niej głosu',
    votes: 'Twoje głosy: 1 za, -1 przeciw, 0 cofnięty',
    poll_votes: 'Twoje głosy w ankietach',
    saved_posts: 'zapisane posty',
    visited_threads: 'wątki, które czytasz, i kiedy ostatnio',
    hidden_posts: 'ukryte posty',
    communities: 'społeczności, do których należysz',
    moderated_communities: 'społeczności, które moderujesz',
    moderator_invites: 'zaproszenia do moderowania, wysłane i otrzymane, bez odpowiedzi',
    created_communities: 'społeczności, które założono z Twojego konta',
    following: 'osoby, które obserwujesz',
    followers: 'osoby, które Cię obserwują',
    blocked_users: 'osoby, które blokujesz',
    messages: 'wiadomości wysłane i otrzymane, które jeszcze nie zniknęły',
    modmail_threads: 'Twoje rozmowy z moderatorami i administracją',
    modmail_messages: 'wiadomości z tych rozmów i Twoje odpowiedzi jako moderatora',
    notifications: 'powiadomienia',
    notification_settings:
      'o czym Cię zawiadamiamy: wyłączone w serwisie, włączone pocztą i na urządzeniach, cisza nocna, podsumowanie',
    web_hooks: 'webhooki, które masz jako moderator lub administrator',
    push_subscriptions: 'urządzenia, na które wysyłamy powiadomienia',
    thread_levels: 'wątki, dla których wybrano inny poziom powiadomień',
    points: 'historia punktów',
    reports: 'Twoje zgłoszenia',
    reported_messages: 'prywatne wiadomości, które zapisaliśmy przy Twoich zgłoszeniach',
    decisions: 'decyzje moderatorów, które dotyczą Ciebie',
    appeals: 'Twoje odwołania od tych decyzji i odpowiedzi na nie',
    streams: 'Twoje transmisje',
    uploads: 'pliki, które wysłano z Twojego konta',
    sessions: 'sesje, czyli urządzenia, na których konto jest zalogowane',
    email_changes: 'zmiany adresu e-mail z ostatnich dni',
    passkeys: 'klucze dostępu: nazwy i daty',
    two_step_login: 'logowanie dwuetapowe: od kiedy',
    invites: 'zaproszenia do serwisu, które wysłano z Twojego konta',
    invited_by: 'zaproszenie, z którym powstało Twoje konto',
    imported_account: 'konto na dawnym forum: jak się tam nazywało i kiedy je przejęto',
    imported_messages: 'wiadomości prywatne z dawnego forum, przeniesione jako archiwum',
    personal_tokens: 'tokeny dostępu dla programów, bez nich samych',
    acceptances: 'które wersje regulaminu i polityki prywatności masz zaakceptowane i od kiedy',
    staff_sessions: 'logowania do panelu administratora',
    staff_actions: 'co zrobiono z Twojego konta jako obsługa serwisu',
  },
}

export type ExportReadmeTexts = typeof exportReadme
