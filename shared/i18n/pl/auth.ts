export const auth = {
  messages: {
    verification_sent: 'Jeśli to konto czeka na potwierdzenie, za chwilę dostaniesz wiadomość z nowym linkiem.',
    verified: 'Adres e-mail został potwierdzony.',
    awaiting_approval:
      'Adres e-mail został potwierdzony. Konto założymy, gdy przyjmie je administrator. Odpowiedź przyślemy e-mailem.',
    already_verified: 'Ten adres e-mail jest już potwierdzony. Możesz się zalogować.',
    reset_requested:
      'Jeśli istnieje konto z tym adresem e-mail, wkrótce dostaniesz wiadomość z instrukcją zmiany hasła.',
    password_changed: 'Hasło zostało zmienione. Możesz się zalogować.',
  },
}
