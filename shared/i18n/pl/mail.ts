export const mail = {
  greeting: (username: string) => `Cześć, ${username}!`,
  copyLink: 'Jeśli przycisk nie działa, skopiuj ten adres do przeglądarki:',
  footer: (site: string) => `Tę wiadomość wysłał automatycznie serwis ${site}.`,

  verify: {
    subject: (site: string) => `Potwierdź adres e-mail – ${site}`,
    lead: (site: string, username: string) =>
      `Dziękujemy za rejestrację w serwisie ${site}. Potwierdź swój adres, a założymy konto ${username} i od razu Cię zalogujemy.`,
    button: 'Potwierdź adres e-mail',
    validity: 'Link jest ważny przez 24 godziny.',
    notYou: 'To nie Ty zakładasz to konto? Nie otwieraj linku i zignoruj tę wiadomość. Bez potwierdzenia konto nie powstanie.',
  },

  alreadyRegistered: {
    subject: (site: string) => `Masz już konto – ${site}`,
    lead: (site: string) =>
      `Ktoś, być może Ty, chciał założyć konto w serwisie ${site} na ten adres e-mail. Masz tu już konto, więc wystarczy się zalogować.`,
    button: 'Zaloguj się',
    forgotten: 'Nie pamiętasz hasła? Ustaw nowe:',
    notYou: 'To nie Ty? Nie musisz nic robić. Na Twoim koncie nic się nie zmieniło.',
  },

  passwordReset: {
    subject: (site: string) => `Ustaw nowe hasło – ${site}`,
    lead: (site: string) => `Ktoś, pewnie Ty, poprosił o nowe hasło do Twojego konta w serwisie ${site}.`,
    button: 'Ustaw nowe hasło',
    validity: 'Link jest ważny przez godzinę i działa tylko raz. Zmiana hasła wyloguje Cię ze wszystkich urządzeń.',
    notYou: 'To nie Ty? Zignoruj tę wiadomość, a hasło zostanie bez zmian.',
  },
}
