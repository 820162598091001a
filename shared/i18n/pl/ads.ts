export const ads = {
  ad: 'Reklama',
  label: 'Promocja własna',
  register: { text: 'Czytasz bez konta? Z kontem zagłosujesz i skomentujesz.', link: 'Załóż konto' },
  category: { text: 'Masz temat, którego tu nie ma?', link: 'Załóż własną społeczność' },
  browse: { text: 'Szukasz ludzi od swojego tematu?', link: 'Przeglądaj społeczności' },
  saved: { text: 'Nie masz teraz czasu? Zapisz post i wróć do niego później.', link: 'Zapisane posty' },
  submit: { text: 'Wiesz coś, co przyda się innym?', link: 'Napisz post' },
  messages: { text: 'Porozmawiaj w cztery oczy: wiadomości znikają po przeczytaniu.', link: 'Napisz do kogoś' },
  points: { text: 'Za posty i komentarze zbierasz punkty.', link: 'Zobacz swoje punkty' },
}
