import type { PasswordRule, PasswordStrength } from '../../rules/password.ts'

export const authScreens = {
  username: 'Nazwa użytkownika',
  email: 'E-mail',
  password: 'Hasło',
  confirmation: 'Powtórz hasło',
  showPassword: 'Pokaż hasło',
  hidePassword: 'Ukryj hasło',
  backToLogin: 'Wróć do logowania',
  toHome: 'Przejdź na stronę główną',

  login: {
    title: 'Witaj ponownie',
    lead: 'Zaloguj się na swoje konto',
    usernameHint: 'Możesz też podać swój e-mail.',
    remember: 'Zapamiętaj mnie (30 dni)',
    forgot: 'Nie pamiętasz hasła?',
    submit: 'Zaloguj się',
    busy: 'Logowanie…',
    newHere: 'Nie ma Cię jeszcze w społeczności?',
    signUp: 'Zarejestruj się',
    failed: 'Nie udało się zalogować',
    passkey: 'Użyj klucza dostępu',
    passkeyStopped:
      'Logowanie kluczem dostępu zostało przerwane albo na tym urządzeniu nie ma Twojego klucza. Możesz ' +
      'zalogować się hasłem.',
    passkeyFailed: 'Tego klucza dostępu nie da się tu użyć. Zaloguj się hasłem.',
  },

  register: {
    title: 'Załóż konto',
    lead: 'Pisz, komentuj i głosuj.',
    emailHint: 'Wyślemy na niego link, ważny 24 godziny.',
    age: (n: number) => `Mam co najmniej ${n} lat`,
    ageMissing: (n: number) => `Konto może założyć osoba, która ma co najmniej ${n} lat.`,
    submit: 'Zarejestruj się',
    busy: 'Rejestracja…',
    haveAccount: 'Masz już konto?',
    logIn: 'Zaloguj się',
    availability: {
      idle: '3–30 znaków: litery bez ogonków, cyfry i podkreślenia.',
      checking: 'Sprawdzamy, czy ta nazwa jest wolna…',
      available: 'Ta nazwa jest wolna.',
      taken: 'Ta nazwa użytkownika jest zajęta. Wybierz inną.',
    },
    weak: 'Niewystarczająca siła hasła: ',
    failed: 'Nie udało się zarejestrować',
    closed: 'Rejestracja jest teraz zamknięta. Możesz czytać bez konta.',
    approval: 'Konto zakładają administratorzy. Gdy zdecydują, dostaniesz wiadomość e-mail.',
    byInvite: 'Konto można tu założyć tylko z zaproszeniem. Otwórz link od osoby, która Cię zaprasza, albo wpisz kod.',
    invite: 'Kod zaproszenia',
    inviteHint: 'Z linku, który od kogoś masz.',
    inviteMissing: 'Wpisz kod zaproszenia.',
    answerHint: 'Odpowiedź przeczytają tylko administratorzy.',
    answerMissing: 'Odpowiedz na to pytanie.',
    accepts: 'Zakładając konto, akceptujesz:',
  },

  strength: {
    label: 'Siła hasła',
    words: { 0: 'Wpisz hasło', 25: 'Słabe', 50: 'Średnie', 75: 'Dobre', 100: 'Silne' } satisfies Record<
      PasswordStrength['score'],
      string
    >,
    rules: {
      length: 'co najmniej 8 znaków',
      upper: 'wielka litera',
      lower: 'mała litera',
      digit: 'cyfra',
    } satisfies Record<PasswordRule, string>,
    met: 'spełnione',
    missing: 'brakuje',
  },
  match: 'Hasła się zgadzają',
  mismatch: 'Hasła się nie zgadzają',

  sent: {
    title: 'Sprawdź pocztę',
    registered: 'Konto jest założone. Otwórz link, który właśnie wysłaliśmy, a od razu Cię zalogujemy.',
    fromLogin:
      'Zanim się zalogujesz, potwierdź swój adres. Link wysłaliśmy przy rejestracji, a nowy możesz zamówić poniżej.',
    unknown: 'Podaj e-mail użyty przy rejestracji, a wyślemy nowy link do potwierdzenia konta.',
    validity: 'Link jest ważny przez 24 godziny.',
    tipsTitle: 'Wiadomość nie przyszła?',
    tips: [
      'Zajrzyj do folderów „Spam” i „Oferty”.',
      'Sprawdź, czy adres jest wpisany bez literówki.',
      'Odczekaj kilka minut, a potem wyślij link ponownie.',
    ],
    resend: 'Wyślij ponownie',
    busy: 'Wysyłanie…',
    failed: 'Nie udało się wysłać wiadomości ponownie',
  },

  verify: {
    title: 'Potwierdzenie adresu e-mail',
    loading: 'Sprawdzamy link…',
    submit: 'Potwierdź adres',
    successTitle: 'Adres potwierdzony',
    success: (username: string) => `Konto ${username} jest gotowe. Możesz się zalogować.`,
    alreadyTitle: 'Adres jest już potwierdzony',
    already: (username: string) => `Konto ${username} jest już potwierdzone. Możesz się zalogować.`,
    errorTitle: 'Nie udało się potwierdzić adresu',
    missingToken: 'Brak tokenu weryfikacyjnego',
    failed: 'Nie udało się zweryfikować emaila',
    newLink: 'Wyślij nowy link',
    nameTakenTitle: 'Ta nazwa jest już zajęta',
    nameTaken:
      'Zanim otworzono ten link, ktoś inny założył konto z tą nazwą użytkownika. Zarejestruj się jeszcze raz i ' +
      'wybierz inną nazwę.',
    registerAgain: 'Zarejestruj się ponownie',
  },

  verifyLogin: {
    loading: 'Potwierdzamy adres i logujemy Cię…',
    success: (username: string) => `Witaj, ${username}! Za chwilę przejdziesz na stronę główną.`,
    incomplete: 'Ten link jest niepełny. Otwórz go prosto z wiadomości.',
    used: 'Ten link został już użyty. Zaloguj się hasłem.',
    redirecting: 'Za chwilę przejdziesz na stronę główną.',
    waitingTitle: 'Adres potwierdzony',
    waiting: 'Teraz decyzja należy do administratorów. Odpowiedź przyślemy na Twój adres e-mail.',
  },

  forgot: {
    title: 'Nie pamiętasz hasła?',
    lead: 'Podaj e-mail swojego konta, a wyślemy link do ustawienia nowego hasła.',
    submit: 'Wyślij link',
    busy: 'Wysyłanie…',
    done: 'Jeśli istnieje konto z tym adresem e-mail, wkrótce dostaniesz wiadomość z instrukcją zmiany hasła.',
    failed: 'Nie udało się wysłać wiadomości',
  },

  reset: {
    title: 'Ustaw nowe hasło',
    lead: 'Po zmianie trzeba będzie zalogować się ponownie na wszystkich urządzeniach.',
    newPassword: 'Nowe hasło',
    submit: 'Zmień hasło',
    busy: 'Zapisywanie…',
    invalidTitle: 'Nieprawidłowy link do zmiany hasła',
    invalidText: 'Link jest niepełny albo już nieważny.',
    requestNew: 'Poproś o nowy link',
    fixAll: 'Popraw wszystkie błędy w formularzu',
    missingToken: 'Token zmiany hasła jest nieprawidłowy albo go brakuje',
    failed: 'Nie udało się zmienić hasła. Link mógł wygasnąć albo jest nieprawidłowy.',
  },
}
