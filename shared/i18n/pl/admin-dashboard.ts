/** The tab of numbers. */
export const adminDashboard = {
  title: 'Przegląd',
  cards: { users: 'Użytkownicy', posts: 'Posty', comments: 'Komentarze', messages: 'Wiadomości' },
}
