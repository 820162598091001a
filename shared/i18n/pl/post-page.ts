/** The page of one post. */
export const postPage = {
  description: (community: string) => `Rozmowa w r/${community}.`,
  text: 'Treść posta',
  share: 'Udostępnij',
  shared: 'Skopiowano link',
  shareFailed: 'Nie udało się skopiować linku. Skopiuj adres z paska przeglądarki.',
  report: 'Zgłoś',
  edit: 'Edytuj',
  remove: 'Usuń',
  removed: 'Usunięto post',
  removeFailed: 'Nie udało się usunąć posta',
  save: 'Zapisz zmiany',
  cancel: 'Anuluj',
  working: 'Zapisujemy',
  editFailed: 'Nie udało się zapisać zmian',
  editing: 'Edycja posta',
}
