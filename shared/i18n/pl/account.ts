export const account = {
  more: 'Więcej',
  open: 'Usuń konto',
  lead:
    'Konto, profil, wiadomości, obserwowani, zapisane posty i powiadomienia znikną na zawsze. Tego nie da się ' +
    'cofnąć, a nazwa pozostanie zajęta.',
  content: 'Co zrobić z postami i komentarzami?',
  keep: 'Zostaw je bez mojej nazwy',
  keepHint: 'Rozmowy pozostaną czytelne, a jako autor będzie widoczne [usunięty].',
  remove: 'Usuń je razem z kontem',
  removeHint: 'Może to chwilę potrwać. Odpowiedzi innych osób zostaną.',
  password: 'Hasło',
  passwordHint: 'Potwierdź, że to Ty.',
  submit: 'Usuń konto',
  working: 'Usuwamy konto',
  done: 'Konto zostało usunięte.',
  failed: 'Nie udało się usunąć konta',
  afterForm: {
    edit: 'Zapisano.',
    changePassword: 'Hasło zostało zmienione.',
    changeEmail: 'Wysłaliśmy link na nowy adres. Otwórz go, żeby dokończyć zmianę.',
    endSession: 'Sesja zakończona.',
    endOtherSessions: 'Wszystkie inne sesje zakończone.',
  },
}
