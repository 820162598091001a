export const unsubscribe = {
  title: 'Wyłącz e-maile',
  lead: 'Naciśnij przycisk, a nie będziemy Ci więcej wysyłać tych e-maili:',
  button: 'Wyłącz te e-maile',
  done: 'Gotowe. Tych e-maili już nie wysyłamy:',
  failed: 'Nie udało się wyłączyć e-maili. Spróbuj ponownie za chwilę.',
  settings: 'Ustawienia powiadomień',
  invalidTitle: 'Ten link nie działa',
  invalid: 'Link jest niepełny. Skopiuj go z wiadomości w całości albo wyłącz e-maile w ustawieniach powiadomień.',
}
