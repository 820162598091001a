export const keyboard = {
  title: 'Skróty klawiszowe',
  loadFailed: 'Nie udało się wczytać skrótów klawiszowych. Naciśnij jeszcze raz.',
  keys: {
    j: 'następny post lub komentarz',
    k: 'poprzedni post lub komentarz',
    enter: 'otwórz zaznaczony post',
    nextSibling: 'następny komentarz na tym samym poziomie',
    previousSibling: 'poprzedni komentarz na tym samym poziomie',
    parent: 'komentarz nadrzędny',
    n: 'następny komentarz od ostatniej wizyty',
    p: 'poprzedni komentarz od ostatniej wizyty',
    r: 'oznacz powiadomienie jako przeczytane',
    a: 'głos w górę',
    z: 'głos w dół',
    s: 'zapisz post albo cofnij zapisanie',
    slash: 'szukaj',
    help: 'ta pomoc',
  },
  nothingThere: 'Dalej nic nie ma.',
  enterKey: 'Enter',
  switch: 'Skróty z jednym klawiszem',
  switchHint:
    'Wyłącz, jeśli przeszkadzają Ci przy dyktowaniu albo w pracy z czytnikiem ekranu. Tę pomoc otworzysz zawsze ' +
    'ze stopki strony.',
}
