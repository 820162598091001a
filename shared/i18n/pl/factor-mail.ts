import { counted } from '../plural.ts'

export const factorMail = {
  subject: (site: string, what: string) => `${what} – ${site}`,
  totp_on: {
    title: 'Logowanie dwuetapowe włączone',
    text:
      'Od teraz, logując się hasłem, podajesz też kod z aplikacji uwierzytelniającej. Kody odzyskiwania trzymaj w ' +
      'bezpiecznym miejscu: wpuszczą Cię, gdy stracisz telefon.',
  },
  totp_off: {
    title: 'Logowanie dwuetapowe wyłączone',
    text: 'Do zalogowania się hasłem nie trzeba już kodu z aplikacji, a kody odzyskiwania przestały działać.',
  },
  new_recovery_codes: {
    title: 'Nowe kody odzyskiwania',
    text: 'Na Twoim koncie powstały nowe kody odzyskiwania. Poprzednie przestały działać.',
  },
  recovery_code_used: {
    title: 'Zalogowano się kodem odzyskiwania',
    text: (left: number) =>
      `Do Twojego konta zalogowano się hasłem i kodem odzyskiwania. Drugi raz ten kod nie zadziała. ${
        left === 0
          ? 'To był ostatni. Utwórz nowe w ustawieniach bezpieczeństwa.'
          : `Masz jeszcze ${counted('pl', left, { one: 'kod', few: 'kody', many: 'kodów' })}.`
      }`,
  },
  passkey_added: {
    title: 'Dodano klucz dostępu',
    text: (name: string) => `Do Twojego konta dodano klucz dostępu „${name}”. Można się nim logować bez hasła.`,
  },
  passkey_removed: {
    title: 'Usunięto klucz dostępu',
    text: (name: string) => `Kluczem dostępu „${name}” nie można się już logować do Twojego konta.`,
  },
  service_linked: {
    title: 'Połączono konto z usługą',
    text: (name: string) => `Do Twojego konta można się teraz logować przez usługę ${name}.`,
  },
  service_removed: {
    title: 'Odłączono usługę od konta',
    text: (name: string) => `Przez usługę ${name} nie można się już logować do Twojego konta.`,
  },
  factors_reset: {
    title: 'Logowanie dwuetapowe wyłączone przez obsługę',
    text:
      'Obsługa serwisu wyłączyła na Twoim koncie logowanie dwuetapowe, usunęła klucze dostępu i wylogowała ' +
      'wszystkie urządzenia. Zaloguj się hasłem i włącz zabezpieczenia na nowo.',
  },
  code_guesses: {
    title: 'Nieudane próby logowania',
    text: 'Ktoś podał Twoje hasło, a potem kilka razy zły kod. Nie udało mu się zalogować.',
  },
  when: (time: string) => `Kiedy: ${time}.`,
  button: 'Ustawienia bezpieczeństwa',
  notYou:
    'To nie Ty? Od razu ustaw nowe hasło, co wyloguje wszystkie urządzenia, a potem sprawdź ustawienia bezpieczeństwa:',
  help: (email: string) => `Nie możesz się zalogować? Napisz do nas: ${email}.`,
}

export type FactorMailTexts = typeof factorMail
