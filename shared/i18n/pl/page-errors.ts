export const pageErrors = {
  not_found: { title: 'Nie ma takiej strony', text: 'Adres jest błędny albo strona już nie istnieje.' },
  bad_id: { title: 'Nie ma takiej strony', text: 'Adres jest błędny albo strona już nie istnieje.' },
  bad_cursor: { title: 'Tej strony listy już nie ma', text: 'Adres jest błędny albo nieaktualny.' },
  post_not_found: { title: 'Nie znaleziono posta', text: 'Ten post nie istnieje albo został usunięty.' },
  comment_not_found: { title: 'Nie znaleziono komentarza', text: 'Ten komentarz nie istnieje albo został usunięty.' },
  user_not_found: { title: 'Nie znaleziono użytkownika', text: 'Nie ma nikogo o tej nazwie.' },
  profile_failed: { title: 'Nie udało się załadować profilu', text: 'Spróbuj ponownie za chwilę.' },
  category_not_found: {
    title: 'Nie znaleziono społeczności',
    text: 'Ta społeczność nie istnieje albo została usunięta.',
  },
  not_staff: { title: 'To strona dla moderatorów', text: 'Nie moderujesz tej społeczności.' },
  not_signed_in: { title: 'Musisz się zalogować', text: 'Ta strona jest dla zalogowanych.' },
  too_many_requests: { title: 'Zbyt wiele żądań', text: 'Proszę spróbować ponownie za chwilę.' },
  search_too_broad: {
    title: 'To wyszukiwanie jest zbyt szerokie',
    text: 'Nie udało się go skończyć w rozsądnym czasie. Dodaj słowo, społeczność albo autora i spróbuj ponownie.',
  },
  offline: { title: 'Brak połączenia', text: 'Sprawdź internet i spróbuj ponownie. To, co napisane, nie zginęło.' },
}
