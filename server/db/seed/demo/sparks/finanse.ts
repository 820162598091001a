import type { Sparks } from '../content.ts'

export const finanse: Sparks = {
  polish: [
    ['Koperty zamiast aplikacji: działa?', 'Powrót do papieru, bo karta nie boli przy płaceniu.'],
    ['Ubezpieczenie mieszkania: na co patrzeć?', 'Trzy oferty, trzy tabelki wyłączeń i żadnej nie rozumiem do końca.'],
    ['Negocjowanie podwyżki: co zadziałało u was?', 'Rozmowa za dwa tygodnie. Liczby mam, odwagi brak.'],
    ['Wydatki na święta: ustaliliśmy limit', 'Sto złotych na osobę, losujemy, komu kupujemy. Babcia zbojkotowała i kupiła wszystkim skarpetki.'],
    ['Fundusz awaryjny: ile miesięcy?', 'Jedni mówią trzy, inni rok. Praca stabilna, auto niestabilne.'],
    ['Dzieci i kieszonkowe', 'Ośmiolatka negocjuje waloryzację o inflację. Nie wiem, skąd zna to słowo.'],
    ['Wykres naszych rachunków za prąd', 'Widać dokładnie, kiedy kupiliśmy suszarkę.', 'chart-line'],
    ['Czy opłaca się pralko-suszarka?', 'Mała łazienka, dwoje dzieci, zero balkonu.'],
    ['Zakupy na raty „zero procent”', 'Zero procent, a w umowie dwa obowiązkowe ubezpieczenia. Czytajmy mały druk, proszę.'],
    ['Dojazd: auto, pociąg czy rower elektryczny?', 'Wyliczenie na trzy lata w środku: pociąg wygrywa, rower jest drugi, auto na końcu stawki.', 'chart-bars'],
    ['Jak rozmawiać z rodzicami o ich pieniądzach?', 'Trzymają wszystko w szufladzie i w jednym banku „bo miła pani”.'],
    ['Budżet na remont łazienki: o ile przekroczyliście?', 'Zakładam dwadzieścia procent zapasu i coś czuję, że to za mało.'],
    ['Pół roku bez auta: podsumowanie', 'Komunikacja, taksówki i wypożyczanie razem: 40% tego, co wcześniej.', 'chart-pie'],
  ],
  english: [
    ['Opening a bank account as a foreigner: which papers?', 'Three branches gave me three lists.'],
    ['Is it normal to pay for parking with a different app in every city?', 'I now have six. My phone has opinions.'],
  ],
}
