export const accountMail = {
  emailConfirm: {
    subject: (site: string) => `Potwierdź nowy adres e-mail – ${site}`,
    lead: (site: string) =>
      `Ten adres ma zastąpić dotychczasowy adres Twojego konta w serwisie ${site}. Potwierdź go, a zmiana od ` +
      'razu zacznie działać.',
    button: 'Potwierdź nowy adres',
    validity: 'Link jest ważny przez 24 godziny i działa tylko raz.',
    notYou: 'To nie Ty? Zignoruj tę wiadomość, a nic się nie zmieni.',
  },

  emailTaken: {
    subject: (site: string) => `Ten adres ma już konto – ${site}`,
    lead: (site: string) =>
      `Ktoś, być może Ty, chciał przenieść na ten adres inne konto w serwisie ${site}. Ten adres należy już do ` +
      'Twojego konta, więc nic nie zmieniliśmy.',
    button: 'Zaloguj się',
    notYou: 'To nie Ty? Nie musisz nic robić.',
  },

  emailNotice: {
    subject: (site: string) => `Prośba o zmianę adresu e-mail – ${site}`,
    lead: (site: string, email: string) =>
      `Ktoś, pewnie Ty, chce zmienić adres e-mail Twojego konta w serwisie ${site} na ${email}. Zmiana zacznie ` +
      'działać, gdy nowy adres zostanie potwierdzony.',
  },

  emailChanged: {
    subject: (site: string) => `Adres e-mail został zmieniony – ${site}`,
    lead: (site: string, email: string) => `Adres e-mail Twojego konta w serwisie ${site} to teraz ${email}.`,
  },

  undo: {
    notYou:
      'To nie Ty? Cofnij zmianę. Przywrócimy ten adres, zakończymy wszystkie sesje i wyślemy Ci link do ' +
      'ustawienia nowego hasła.',
    button: 'Cofnij zmianę adresu',
    validity: 'Link jest ważny przez 72 godziny.',
  },

  deleted: {
    subject: (site: string) => `Konto zostało usunięte – ${site}`,
    lead: (site: string) =>
      `Twoje konto w serwisie ${site} zostało usunięte. Nie da się go przywrócić, a nazwa pozostaje zajęta.`,
    notYou: (email: string) =>
      `To nie Ty? Ktoś znał Twoje hasło. Zmień je wszędzie, gdzie go używasz, i napisz do nas: ${email}.`,
  },

  changes: {
    password_changed: {
      subject: (site: string) => `Hasło zostało zmienione – ${site}`,
      lead: (site: string) =>
        `Hasło do Twojego konta w serwisie ${site} zostało zmienione, a wszystkie pozostałe sesje zakończone.`,
    },
    password_reset: {
      subject: (site: string) => `Ustawiono nowe hasło – ${site}`,
      lead: (site: string) =>
        `Do Twojego konta w serwisie ${site} ustawiono nowe hasło za pomocą linku z wiadomości e-mail. Wszystkie ` +
        'sesje zostały zakończone.',
    },
    sessions_ended: {
      subject: (site: string) => `Zakończono sesje – ${site}`,
      lead: (site: string) =>
        `W ustawieniach Twojego konta w serwisie ${site} zakończono sesje na innych urządzeniach. Trzeba się tam ` +
        'zalogować ponownie.',
    },
    email_undone: {
      subject: (site: string) => `Zmiana adresu e-mail została cofnięta – ${site}`,
      lead: (site: string) =>
        `Ten adres znów należy do Twojego konta w serwisie ${site}. Wszystkie sesje zostały zakończone.`,
    },
    token_made: {
      subject: (site: string) => `Utworzono token dostępu – ${site}`,
      lead: (site: string) =>
        `Ktoś, pewnie Ty, utworzył token, z którym program może korzystać z Twojego konta w serwisie ${site}. ` +
        'Można go zakończyć w ustawieniach bezpieczeństwa, a nowe hasło kończy wszystkie.',
    },
    application_made: {
      subject: (site: string) => `Zgłoszono aplikację z Twojego konta – ${site}`,
      lead: (site: string) =>
        `Ktoś, pewnie Ty, zgłosił aplikację, która swoim sekretem może korzystać z Twojego konta w serwisie ${site}. ` +
        'Można ją usunąć na stronie dla programistów, a nowe hasło odbiera jej dostęp do konta.',
    },
    application_allowed: {
      subject: (site: string) => `Aplikacja dostała dostęp do Twojego konta – ${site}`,
      lead: (site: string) =>
        `Ktoś, pewnie Ty, pozwolił aplikacji korzystać z Twojego konta w serwisie ${site}. ` +
        'Dostęp można zakończyć w ustawieniach bezpieczeństwa, a nowe hasło kończy wszystkie.',
    },
    new_device: {
      subject: (site: string) => `Logowanie z nowego urządzenia – ${site}`,
      lead: (site: string) =>
        `Ktoś, pewnie Ty, zalogował się na Twoje konto w serwisie ${site} z urządzenia, którego wcześniej nie ` +
        'widzieliśmy.',
    },
    export_requested: {
      subject: (site: string) => `Zamówiono kopię Twoich danych – ${site}`,
      lead: (site: string) =>
        `Ktoś, pewnie Ty, zamówił kopię wszystkich danych Twojego konta w serwisie ${site}. Pobrać ją może tylko ` +
        'osoba zalogowana na to konto.',
    },
  },

  details: (device: string, network: string, time: string) => `Urządzenie: ${device}. Sieć: ${network}. Czas: ${time}.`,
  unknown: 'nieznane',
  settings: 'Otwórz ustawienia bezpieczeństwa',
  notYou: 'To nie Ty? Ktoś może znać Twoje hasło. Ustaw nowe, a wszystkie sesje się zakończą:',
  setPassword: 'Ustaw nowe hasło',
  someoneKnows: 'Ktoś, kto prosił o tę zmianę, znał Twoje hasło. Ustaw teraz nowe. Link jest ważny przez godzinę.',
}

export type AccountMailTexts = typeof accountMail
