export const formPages = {
  back: 'Wróć bez zmian',
  replyTo: (author: string) => `Odpowiedź na komentarz: ${author}`,
  editComment: 'Edycja komentarza',
  askBot: 'Poprosić AI o odpowiedź na ten komentarz?',
  share: 'Udostępnij',
  address: 'Adres do skopiowania',
  mail: 'Wyślij e-mailem',
}
