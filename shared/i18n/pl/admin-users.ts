/** The tab of accounts. */
export const adminUsers = {
  title: 'Użytkownicy',
  searchHint: 'nazwa lub e-mail',
  columns: { id: 'ID', username: 'Nazwa', email: 'E-mail', karma: 'Karma', admin: 'Admin', created: 'Utworzono' },
  unverified: 'niepotwierdzony',
  adminTag: 'Admin',
  grant: 'Nadaj admina',
  revoke: 'Odbierz admina',
  updated: 'Zaktualizowano uprawnienia',
  grantQuestion: (name: string) => `Nadać uprawnienia administratora użytkownikowi ${name}?`,
  grantText: 'Usunie i zmieni każdy post oraz komentarz, a z hasłem administratora wejdzie do panelu.',
  revokeQuestion: (name: string) => `Odebrać uprawnienia administratora użytkownikowi ${name}?`,
  revokeText: 'Konto zostaje, znikają tylko uprawnienia.',
  none: 'Nikogo tu nie ma',
  noneFound: (search: string) => `Nikt nie pasuje do „${search}”`,
}
