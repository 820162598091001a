export const signInServices = {
  or: 'albo',
  with: (name: string) => `Zaloguj się przez ${name}`,
  list: 'Inne sposoby logowania',
  only: 'Tutaj loguje się tylko przez poniższe usługi.',
  none: 'Logowanie hasłem jest wyłączone, a żadna usługa nie jest ustawiona. Skontaktuj się z obsługą serwisu.',
  passwordOff: 'Hasłem nie można się tu zalogować. Użyj przycisku na stronie logowania.',

  finish: {
    title: 'Dokończ logowanie',
    registerLead: (name: string) => `${name} wie, kim jesteś. Wybierz jeszcze nazwę, pod którą będziesz tu pisać.`,
    address: (email: string) => `Konto będzie miało adres ${email}.`,
    emailHint: (name: string) => `${name} nie potwierdza Twojego adresu, więc wyślemy na niego link.`,
    submit: 'Załóż konto',
    haveAccount: 'Masz już tutaj konto?',
    linkIt: 'Zaloguj się i połącz je',
    signInLead: (email: string) =>
      `Adres ${email} ma już tutaj konto. Zaloguj się do niego tak jak dotąd, a potem potwierdź połączenie. ` +
      'Następnym razem wystarczy przycisk.',
    signIn: 'Zaloguj się jak dotąd',
    linkLead: (name: string, username: string) => `Czy chcesz logować się do konta ${username} także przez ${name}?`,
    linkAs: (email: string) => `Tam masz adres ${email}.`,
    link: 'Połącz konta',
    cancel: 'Nie łącz',
    expired: 'Czas na dokończenie logowania minął. Zacznij jeszcze raz.',
    again: 'Zaloguj się',
    awaiting_approval: 'Rejestracja czeka na decyzję obsługi. Odpowiedź przyślemy e-mailem.',
    verification_sent: 'Wysłaliśmy wiadomość z linkiem. Otwórz go, żeby dokończyć rejestrację.',
  },

  settings: {
    title: 'Logowanie przez inne usługi',
    lead: 'Do konta możesz logować się także kontem w innej usłudze. O każdej zmianie wyślemy Ci e-mail.',
    none: 'Żadna usługa nie jest połączona z Twoim kontem.',
    linked: (date: string) => `połączono ${date}`,
    used: (when: string) => `ostatnio ${when}`,
    unused: 'jeszcze nieużyta',
    add: (name: string) => `Połącz: ${name}`,
    remove: 'Odłącz',
    removeOf: (name: string) => `Odłącz: ${name}`,
    password: 'Hasło, jeśli od zalogowania minęło 10 minut',
    noPassword:
      'Twoje konto nie ma hasła. Zamiast niego wystarczy, że od zalogowania nie minęło 10 minut; w razie ' +
      'czego zaloguj się jeszcze raz.',
  },
  afterForm: { register: 'Rejestracja przyjęta.', link: 'Konta są połączone.', unlink: 'Usługa jest odłączona.' },
}

export type SignInServicesTexts = typeof signInServices
