import { counted } from '../plural.ts'

const ofNotifications = (n: number) =>
  counted('pl', n, { one: 'powiadomienie', few: 'powiadomienia', many: 'powiadomień' })
const ofPosts = (n: number) => counted('pl', n, { one: 'nowy post', few: 'nowe posty', many: 'nowych postów' })

export const mail = {
  greeting: (username: string) => `Cześć, ${username}!`,
  copyLink: 'Jeśli przycisk nie działa, skopiuj ten adres do przeglądarki:',
  footer: (site: string) => `Tę wiadomość wysłał automatycznie serwis ${site}.`,

  verify: {
    subject: (site: string) => `Potwierdź adres e-mail – ${site}`,
    lead: (site: string, username: string) =>
      `Dziękujemy za rejestrację w serwisie ${site}. Potwierdź swój adres, a założymy konto ${username} i od ` +
      'razu Cię zalogujemy.',
    button: 'Potwierdź adres e-mail',
    validity: 'Link jest ważny przez 24 godziny.',
    notYou:
      'To nie Ty zakładasz to konto? Nie otwieraj linku i zignoruj tę wiadomość. Bez potwierdzenia konto nie ' +
      'powstanie.',
  },

  alreadyRegistered: {
    subject: (site: string) => `Masz już konto – ${site}`,
    lead: (site: string) =>
      `Ktoś, być może Ty, chciał założyć konto w serwisie ${site} na ten adres e-mail. Masz tu już konto, więc ` +
      'wystarczy się zalogować.',
    button: 'Zaloguj się',
    forgotten: 'Nie pamiętasz hasła? Ustaw nowe:',
    notYou: 'To nie Ty? Nie musisz nic robić. Na Twoim koncie nic się nie zmieniło.',
  },

  approved: {
    subject: (site: string) => `Twoje konto czeka – ${site}`,
    lead: (site: string, username: string) =>
      `Administratorzy serwisu ${site} przyjęli Twoje zgłoszenie. Konto ${username} jest gotowe i możesz się ` +
      'zalogować.',
    button: 'Zaloguj się',
  },

  refused: {
    subject: (site: string) => `Konto nie zostało założone – ${site}`,
    lead: (site: string, username: string) =>
      `Administratorzy serwisu ${site} nie przyjęli prośby o założenie konta ${username}.`,
    reason: 'Powód:',
    forgotten: 'Dane podane przy rejestracji zostały usunięte.',
  },

  passwordReset: {
    subject: (site: string) => `Ustaw nowe hasło – ${site}`,
    lead: (site: string) => `Ktoś, pewnie Ty, poprosił o nowe hasło do Twojego konta w serwisie ${site}.`,
    button: 'Ustaw nowe hasło',
    validity: 'Link jest ważny przez godzinę i działa tylko raz. Zmiana hasła wyloguje Cię ze wszystkich urządzeń.',
    notYou: 'To nie Ty? Zignoruj tę wiadomość, a hasło zostanie bez zmian.',
  },

  claim: {
    subject: (site: string) => `Twoje konto czeka – ${site}`,
    lead: (site: string, forum: string, former: string) =>
      `Forum ${forum} przeniosło się do serwisu ${site} razem z Twoim kontem ${former}, a Twoje teksty są na miejscu.`,
    name: (username: string) => `Konto nazywa się tu ${username}. Ustaw hasło, żeby znów z niego korzystać.`,
    button: 'Ustaw hasło',
    validity: 'Link jest ważny przez 30 dni.',
    unwanted: 'Nie chcesz tego konta? Możesz je usunąć bez logowania:',
  },

  /** Types of mail, as listed after a colon in the unsubscribe texts. */
  subjects: {
    comment: 'komentarze do Twoich postów',
    reply: 'odpowiedzi na Twoje komentarze',
    mention: 'wzmianki o Tobie',
    follow: 'nowi obserwujący',
    stream: 'transmisje na żywo',
    message: 'prywatne wiadomości',
    report: 'decyzje w sprawie Twoich zgłoszeń',
    moderation: 'decyzje moderatorów',
    bot: 'odpowiedzi bota',
    digest: 'podsumowania najlepszych postów',
  },

  notifications: {
    subject: (site: string, title: string) => `${title} – ${site}`,
    several: (n: number) =>
      `Masz ${counted('pl', n, { one: 'nowe powiadomienie', few: 'nowe powiadomienia', many: 'nowych powiadomień' })}`,
    lead: (site: string) => `Oto, co czeka na Ciebie w serwisie ${site}:`,
    messages: (name: string, n: number) =>
      `${name}: ${counted('pl', n, { one: 'nowa wiadomość', few: 'nowe wiadomości', many: 'nowych wiadomości' })}`,
    adult: (n: number) => `${ofNotifications(n)} o treściach dla dorosłych`,
    more: (n: number) => `…i jeszcze ${ofNotifications(n)}`,
    button: 'Zobacz powiadomienia',
    why: (subjects: string) => `Dostajesz tę wiadomość, bo masz włączone powiadomienia e-mailem: ${subjects}.`,
  },

  digest: {
    subject: {
      daily: (site: string) => `Podsumowanie dnia – ${site}`,
      weekly: (site: string) => `Podsumowanie tygodnia – ${site}`,
    },
    lead: {
      daily: 'Najlepsze posty ostatniej doby w Twoich społecznościach:',
      weekly: 'Najlepsze posty ostatniego tygodnia w Twoich społecznościach:',
    },
    post: (community: string, score: string, comments: number) =>
      `r/${community} · wynik ${score} · ` +
      `${counted('pl', comments, { one: 'komentarz', few: 'komentarze', many: 'komentarzy' })}`,
    adult: (n: number) => `${ofPosts(n)} w społecznościach dla dorosłych`,
    adultMany: (n: number) => `Ponad ${ofPosts(n)} w społecznościach dla dorosłych`,
    button: 'Otwórz stronę główną',
    why: {
      daily: 'Dostajesz tę wiadomość, bo masz włączone codzienne podsumowanie.',
      weekly: 'Dostajesz tę wiadomość, bo masz włączone cotygodniowe podsumowanie.',
    },
  },

  unsubscribe: 'Nie chcę więcej takich e-maili',
  settings: 'Ustawienia powiadomień',
}
