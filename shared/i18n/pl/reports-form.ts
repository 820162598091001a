export const reportsForm = {
  title: { post: 'Zgłoś post', comment: 'Zgłoś komentarz', category: 'Zgłoś społeczność' },
  reason: 'Powód',
  reasonHint: 'Co jest nie tak? Przeczytają to moderatorzy.',
  illegal: 'Ta treść łamie prawo? Zgłoś ją administracji',
  reasonMissing: 'Podaj powód zgłoszenia',
  send: 'Wyślij zgłoszenie',
  working: 'Wysyłamy',
  cancel: 'Anuluj',
  sent: 'Dziękujemy. Zgłoszenie czeka na rozpatrzenie.',
  failed: 'Nie udało się wysłać zgłoszenia',
  signIn: 'Musisz się zalogować, aby zgłaszać treści',
}
