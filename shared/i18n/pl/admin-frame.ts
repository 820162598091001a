/** The way into the panel, its head and its tabs. */
export const adminFrame = {
  title: 'Panel Administratora',
  checking: 'Sprawdzanie uprawnień...',
  logOut: 'Wyloguj',
  tabsLabel: 'Działy panelu',
  tabs: {
    dashboard: 'Przegląd', database: 'Baza danych', users: 'Użytkownicy', posts: 'Posty', categories: 'Społeczności',
    streams: 'Streamy', reports: 'Zgłoszenia', aibot: 'Bot AI',
  },
  scopes: { admin: 'administrator', moderator: 'moderator' },
  noRight: 'Brak uprawnień administratora',
  ended: 'Sesja panelu wygasła. Zaloguj się ponownie.',
  login: {
    title: 'Logowanie do panelu',
    lead: 'Dla administratorów serwisu.',
    password: 'Hasło administratora',
    show: 'Pokaż hasło',
    hide: 'Ukryj hasło',
    submit: 'Zaloguj się',
    busy: 'Loguję...',
    wrong: 'Nieprawidłowe hasło',
    failed: 'Logowanie nie powiodło się',
    offline: 'Brak połączenia z serwerem. Spróbuj ponownie.',
    home: 'Wróć na stronę główną',
    moderator: 'Moderujesz społeczność?',
    moderatorEnter: 'Wejdź bez hasła administratora',
  },
}
