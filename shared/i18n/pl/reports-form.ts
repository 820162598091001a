export const reportsForm = {
  title: {
    post: 'Zgłoś post',
    comment: 'Zgłoś komentarz',
    category: 'Zgłoś społeczność',
    message: 'Zgłoś wiadomość',
    user: 'Zgłoś tę osobę',
  },
  report: 'Zgłoś',
  reason: 'Powód',
  reasonHint: 'Co jest nie tak? Przeczytają to moderatorzy.',
  reasonHintUser: 'Co jest nie tak? Przeczyta to administracja.',
  reasonHintMessage:
    'Co jest nie tak? Administracja zobaczy tę wiadomość i najwyżej pięć poprzednich z tej rozmowy. ' +
    'Usuniemy je razem ze zgłoszeniem po 90 dniach.',
  illegal: 'Ta treść łamie prawo? Zgłoś ją administracji',
  reasonMissing: 'Podaj powód zgłoszenia',
  send: 'Wyślij zgłoszenie',
  working: 'Wysyłamy',
  cancel: 'Anuluj',
  sent: 'Dziękujemy. Zgłoszenie czeka na rozpatrzenie.',
  failed: 'Nie udało się wysłać zgłoszenia',
  signIn: 'Musisz się zalogować, aby zgłaszać treści',
}
