export const votes = {
  group: 'Głosy',
  up: 'Głosuj za',
  down: 'Głosuj przeciw',
  signIn: 'Musisz się zalogować, aby głosować',
  failed: 'Nie udało się zagłosować: ',
  noAnswer: 'brak połączenia',
}
