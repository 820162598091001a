export const applications = {
  howTitle: 'Logowanie kontem z tego forum',
  how: (issuer: string) =>
    `Aplikacja loguje członków przez OAuth 2 i OpenID Connect: kod z PKCE (S256), telewizor i terminal kodem ` +
    `urządzenia. Biblioteki same znajdą adresy, gdy podasz im wystawcę ${issuer}. Token dostępu działa 10 minut, ` +
    'token odświeżania (zakres offline_access) jest jednorazowy i za każdym razem wymieniany na nowy.',
  discovery: 'Dokument OpenID Connect',
  title: 'Twoje aplikacje',
  lead: 'Zgłoś program albo stronę, w której członkowie zalogują się kontem z tego forum.',
  signIn: 'Zaloguj się, żeby zgłosić aplikację',
  none: 'Nie masz jeszcze żadnych aplikacji.',
  made: 'Aplikacja zgłoszona. Oto jej client_id:',
  madeSecret: 'A to client_secret. Skopiuj go teraz, bo nie pokażemy go drugi raz:',
  name: 'Nazwa aplikacji',
  url: 'Adres strony aplikacji',
  redirectUris: 'Adresy powrotu, każdy w osobnym wierszu',
  redirectHint:
    'Porównujemy je znak po znaku. Dla programu na komputerze podaj http://127.0.0.1/powrot, port może być dowolny.',
  kindLabel: 'Gdzie działa',
  kinds: {
    public: 'W telefonie, przeglądarce lub programie, który ludzie instalują (bez sekretu)',
    confidential: 'Na Twoim serwerze, który umie utrzymać sekret',
  },
  kindNames: { public: 'bez sekretu', confidential: 'z sekretem' },
  scopesLabel: 'O co może prosić',
  submit: 'Zgłoś aplikację',
  failed: 'Nie udało się zgłosić aplikacji.',
  remove: 'Usuń',
  removeOf: (name: string) => `Usuń aplikację ${name}`,
  removed: (name: string) => `Aplikacja „${name}” usunięta, wszystkie jej dostępy się skończyły.`,
  removeFailed: 'Nie udało się usunąć aplikacji.',
  afterForm: { remove: 'Aplikacja usunięta.' },
}

export type ApplicationsTexts = typeof applications
