/** The frame of every page: bars, menus, what any call may say. */
export const app = {
  rateLimit: 'Rate Limit: ',
  rateLimitDefault: 'Zbyt wiele żądań. Proszę spróbować ponownie za chwilę.',
  sessionEnded: 'Sesja wygasła. Zaloguj się ponownie.',
  logIn: 'Zaloguj się',
  toasts: 'Komunikaty',
  close: 'Zamknij',
  retry: 'Spróbuj ponownie',
  toHome: 'Strona główna',
  unexpected: 'Unexpected Application Error!',
  unexpectedText: 'Coś się zepsuło po naszej stronie. Spróbuj ponownie za chwilę.',
  mustSignIn: 'Musisz być zalogowany, aby uzyskać dostęp do tej strony',
  ageTitle: 'Treści tylko dla dorosłych',
  ageText: 'Ta część serwisu zawiera treści dla osób, które ukończyły 18 lat.',
  ageYes: 'Mam ukończone 18 lat',
  ageNo: 'Nie, wracam do zwykłej wersji',
}
