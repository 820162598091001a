export const saves = {
  save: 'Zapisz',
  saved: 'Zapisano',
  signIn: 'Musisz być zalogowany aby zapisywać posty',
  failed: 'Wystąpił błąd',
}
