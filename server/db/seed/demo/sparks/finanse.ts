import type { Sparks } from '../content.ts'

export const finanse: Sparks = {
  polish: [
    ['Koperty zamiast aplikacji: działa?', 'Powrót do papieru, bo karta nie boli przy płaceniu.', [
      'Działa, dopóki nie pożyczasz z koperty „prąd” do koperty „pizza”.',
      'Karta nie boli, to prawda. Dlatego mam ją w sejfie z zupą w zamrażarce.',
    ]],
    ['Ubezpieczenie mieszkania: na co patrzeć?', 'Trzy oferty, trzy tabelki wyłączeń i żadnej nie rozumiem do końca.', [
      'Wyłączenia i zalanie od sąsiada. Reszta to reklama.',
      'Wartość odtworzeniowa, nie rynkowa. Jedno słowo, duża różnica.',
    ]],
    ['Negocjowanie podwyżki: co zadziałało u was?', 'Rozmowa za dwa tygodnie. Liczby mam, odwagi brak.', [
      'Cisza po podaniu kwoty. Najdłuższe dziesięć sekund życia, ale działa.',
      ['Liczby na jednej kartce i próba przed lustrem.', 'OP> Lustro się zgodziło, teraz szef.'],
    ]],
    ['Wydatki na święta: ustaliliśmy limit', 'Sto złotych na osobę, losujemy, komu kupujemy. Babcia zbojkotowała i kupiła wszystkim skarpetki.', [
      'Babcia jak zawsze poza systemem finansowym.',
      'Losowanie mamy od pięciu lat i nikt nie wraca do starego.',
    ]],
    ['Fundusz awaryjny: ile miesięcy?', 'Jedni mówią trzy, inni rok. Praca stabilna, auto niestabilne.', [
      'Trzy, jeśli praca stabilna. Cztery, jeśli auto ma duszę.',
      'Tyle, żeby spać. U mnie pół roku.',
    ]],
    ['Dzieci i kieszonkowe', 'Ośmiolatka negocjuje waloryzację o inflację. Nie wiem, skąd zna to słowo.', [
      ['Do działu negocjacji z nią w negocjacjach.', 'Zażąda premii rocznej.'],
      'Wypłata w piątek i zero zaliczek. Bank rodziców bywa surowy.',
    ]],
    ['Wykres naszych rachunków za prąd', 'Widać dokładnie, kiedy kupiliśmy suszarkę.', [
      'Suszarka to ten szczyt jak Giewont?',
      ['Da się ją puszczać w taniej taryfie?', 'OP> Nocą, ale wtedy słyszy ją cały blok.'],
    ], 'chart-line'],
    ['Czy opłaca się pralko-suszarka?', 'Mała łazienka, dwoje dzieci, zero balkonu.', [
      'Miejsca oszczędza dużo, prądu nie. Przy zerowym balkonie i tak bym brał{|a}.',
      'Pierze sześć kilo, suszy trzy. Nikt tego nie mówi w sklepie.',
    ]],
    ['Zakupy na raty „zero procent”', 'Zero procent, a w umowie dwa obowiązkowe ubezpieczenia. Czytajmy mały druk, proszę.', [
      'Zero procent, sto procent stresu.',
      'Od umowy ubezpieczenia można zwykle odstąpić w ciągu 30 dni. Warto napisać.',
    ]],
    ['Dojazd: auto, pociąg czy rower elektryczny?', 'Wyliczenie na trzy lata w środku: pociąg wygrywa, rower jest drugi, auto na końcu stawki.', [
      'A deszcz jest w tej tabeli?',
      ['Serwis roweru doliczony?', 'OP> Tak, bateria po czterech latach też.'],
    ], 'chart-bars'],
    ['Jak rozmawiać z rodzicami o ich pieniądzach?', 'Trzymają wszystko w szufladzie i w jednym banku „bo miła pani”.', [
      'Zacząć od własnych. „Mamo, robię porządek w papierach, pomożesz?”',
      'Miła pani z banku to poważny przeciwnik.',
    ]],
    ['Budżet na remont łazienki: o ile przekroczyliście?', 'Zakładam dwadzieścia procent zapasu i coś czuję, że to za mało.', [
      'O czterdzieści procent. Rury miały własne plany.',
      ['Dwadzieścia procent to na same fugi.', 'OP> Zaczynam się bać.'],
    ]],
    ['Pół roku bez auta: podsumowanie', 'Komunikacja, taksówki i wypożyczanie razem: 40% tego, co wcześniej.', [
      'A zakupy? Noszenie zgrzewki wody w rękach to mój koniec.',
      'Czterdzieści procent robi wrażenie. Mieszkasz w centrum?',
    ], 'chart-pie'],
  ],
  english: [
    ['Opening a bank account as a foreigner: which papers?', 'Three branches gave me three lists.', [
      'Passport, PESEL, address. And patience, which is not on any list but on all of them.',
    ]],
    ['Is it normal to pay for parking with a different app in every city?', 'I now have six. My phone has opinions.', [
      'Normal, yes. Sane, no.',
    ]],
  ],
}
