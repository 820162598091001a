export const notices = {
  title: 'Zgłoś treść niezgodną z prawem',
  lead:
    'Ten formularz jest dla treści, które łamią prawo. Nie musisz mieć konta. Zgłoszenie przeczyta człowiek z ' +
    'administracji, a autor treści nie dowie się, kto je wysłał.',
  onlyRules: 'Coś łamie tylko zasady społeczności albo psuje rozmowę? Wystarczy „Zgłoś” przy poście lub komentarzu.',
  url: 'Adres treści',
  urlHint: 'Skopiuj go z paska przeglądarki albo z „Udostępnij”.',
  category: 'Czego dotyczy',
  choose: 'Wybierz',
  categories: {
    minors: 'Krzywdzenie dzieci',
    sexual: 'Treści seksualne bez zgody osoby pokazanej',
    violence: 'Przemoc lub groźby',
    hate: 'Nawoływanie do nienawiści',
    harassment: 'Nękanie',
    personal_data: 'Dane osobowe lub wizerunek',
    spam: 'Oszustwo',
    illegal: 'Inne naruszenie prawa',
    other: 'Coś innego',
  },
  text: 'Dlaczego ta treść łamie prawo',
  textHint: 'Napisz, co dokładnie i jaki przepis lub czyje prawo narusza. Od 20 do 2000 znaków.',
  name: 'Imię i nazwisko',
  email: 'E-mail',
  emailHint:
    'Przyślemy potwierdzenie i decyzję. Bez adresu też rozpatrzymy zgłoszenie, ale nie damy znać, jak się skończyło.',
  optional: '(opcjonalnie)',
  goodFaith: 'Oświadczam w dobrej wierze, że podane informacje są prawdziwe i pełne.',
  send: 'Wyślij zgłoszenie',
  working: 'Wysyłamy',
  failed: 'Nie udało się wysłać zgłoszenia. Spróbuj jeszcze raz.',
  problems: {
    invalid:
      'Nie mogliśmy przyjąć zgłoszenia. Sprawdź, czy adres prowadzi do tego serwisu, wyjaśnienie ma od 20 do ' +
      '2000 znaków, a oświadczenie jest zaznaczone.',
    limit: 'Z tej sieci wysłano już dużo zgłoszeń. Spróbuj ponownie za godzinę.',
    read_only: 'Trwają prace techniczne i zgłoszeń na razie nie przyjmujemy. Spróbuj ponownie za kilka minut.',
  },
  sent: 'Dziękujemy, zgłoszenie jest przyjęte.',
  number: 'Numer zgłoszenia',
  another: 'Wyślij kolejne zgłoszenie',
  nextTitle: 'Co będzie dalej',
  next: [
    'Jeśli podasz e-mail, od razu wyślemy potwierdzenie z numerem zgłoszenia.',
    'Ktoś z administracji przeczyta zgłoszenie i zdecyduje, czy treść zostaje. Autor usuniętej treści dostanie ' +
      'uzasadnienie i może się odwołać.',
    'Na podany adres przyślemy decyzję i napiszemy, co możesz zrobić, jeśli się z nią nie zgadzasz.',
    'Rok po decyzji usuwamy z naszej bazy to, co było w zgłoszeniu, razem z Twoimi danymi.',
  ],
}

export type NoticesTexts = typeof notices
