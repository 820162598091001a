/**
 * Success messages of forms that are sent without JavaScript, by call. If a feature has a file of texts of its own, its
 * messages are in `afterForm` of that file.
 */
export const forms = {
  done: {
    'auth.register': 'Wysłaliśmy wiadomość z linkiem. Otwórz go, żeby dokończyć rejestrację.',
    'auth.login': 'Zalogowano.',
    'auth.logout': 'Wylogowano.',
    'auth.resendVerification': 'Wysłaliśmy wiadomość jeszcze raz.',
    'auth.requestPasswordReset': 'Jeśli ten adres jest u nas, wysłaliśmy na niego link.',
    'auth.confirmPasswordReset': 'Hasło zostało zmienione. Możesz się zalogować.',
    'posts.create': 'Post opublikowany.',
    'posts.edit': 'Zmiany zapisane.',
    'posts.remove': 'Post usunięty.',
    'votes.post': 'Twój głos jest zapisany.',
    'votes.comment': 'Twój głos jest zapisany.',
    'saves.save': 'Zapisane posty są zaktualizowane.',
    'grants.remove': 'Aplikacja nie ma już dostępu.',
    'reading.hide': 'Ukryte posty są zaktualizowane.',
    'categories.create': 'Społeczność utworzona.',
    'categories.join': 'Dołączono do społeczności.',
    'categories.leave': 'Nie należysz już do tej społeczności.',
    'follows.follow': 'Obserwujesz tę osobę.',
    'follows.unfollow': 'Nie obserwujesz już tej osoby.',
    'blocks.block': 'Ta osoba jest zablokowana.',
    'blocks.unblock': 'Ta osoba nie jest już zablokowana.',
    'notifications.markAllRead': 'Wszystkie powiadomienia są przeczytane.',
    'reports.create': 'Dziękujemy, zgłoszenie trafiło do moderatorów.',
    'categories.edit': 'Zapisano.',
    'categories.setRules': 'Zapisano.',
    'categories.setFlairs': 'Zapisano.',
    'notifications.setThread': 'Zapisano powiadomienia o wątku.',
    'moderators.invite': 'Zaproszenie wysłane.',
    'moderators.remove': 'Zrobione.',
    'bot.respondPublic': 'Odpowiedź AI jest w wątku.',
  } as Partial<Record<string, string>>,
  doneOther: 'Gotowe.',
  filesTaken: 'Plik jest dodany. Sprawdź go i wyślij formularz.',
  noCookies:
    'Przeglądarka nie przysłała ciasteczka tej strony, a bez niego formularz nie działa. Wyślij go jeszcze raz: to, ' +
    'co w nim było, zostało. Jeśli to nie pomoże, zezwól na ciasteczka.',
  files: 'Wybierz pliki jeszcze raz.',
}
