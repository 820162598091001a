/** Texts of the forms for posts and comments; loaded with them. */
export const writing = {
  modeLink: 'Link',
  modePoll: 'Ankieta',
  link: 'Adres linku',
  linkHint: 'Czytelnicy zobaczą domenę. Nie pobieramy strony spod linku.',
  linkUsed: 'Ten link już tu był:',
  options: 'Odpowiedzi',
  option: (n: number) => `Odpowiedź ${n}`,
  addOption: 'Dodaj odpowiedź',
  removeOption: (n: number) => `Usuń odpowiedź ${n}`,
  duration: 'Czas trwania',
  durations: { 6: '6 godzin', 24: '1 dzień', 72: '3 dni', 168: '7 dni' },
  addImage: 'Dodaj kolejny obraz',
  alt: (n: number) => `Opis obrazu ${n}`,
  altHint: 'Dla osób, które go nie zobaczą.',
  earlier: (n: number) => `Przesuń obraz ${n} wcześniej`,
  later: (n: number) => `Przesuń obraz ${n} później`,
  removeImage: (n: number) => `Usuń obraz ${n}`,
  place: (n: number) => `Kolejność obrazu ${n}`,
  drag: 'Przeciągnij, aby zmienić kolejność',
  movedTo: (n: number, of: number) => `Obraz jest teraz ${n} z ${of}`,
  spoiler: 'Spoiler',
  spoilerHint: 'Post będzie zakryty, dopóki ktoś go nie odsłoni.',
}

export type WritingTexts = typeof writing
