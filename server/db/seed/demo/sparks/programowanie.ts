import type { Sparks } from '../content.ts'

export const programowanie: Sparks = {
  polish: [
    ['Jak nazwać tabelę: liczba pojedyncza czy mnoga?', 'Pół zespołu tak, pół inaczej, a baza ma już obie wersje. Potrzebuję argumentu, który zakończy spór.'],
    ['Klawiatura dzielona: po ilu dniach przestaje boleć?', 'Trzeci dzień, piszę jak moja babcia SMS-y. Nadgarstki zachwycone, duma mniej.'],
    ['Mniej debuggera, więcej logów', 'Jedno żądanie, jeden identyfikator, wszystko po kolei. Dawno się tak szybko nie odnajdywało przyczyny.'],
    ['Rozmowa kwalifikacyjna z żywym kodem', 'Godzina, obca klawiatura, trzy osoby patrzą. Czy komuś to kiedyś dobrze poszło?'],
    ['Mój pulpit: jeden terminal i dużo kawy', 'Wreszcie wszystko w jednym kolorze. Produktywność bez zmian.', 'terminal'],
    ['Tabulatory wygrały u nas głosowanie 4:3', 'Po dziewięciu latach. Jedna osoba zażądała przeliczenia głosów.'],
    ['Jak dzielicie duże zmiany na mniejsze?', 'Przegląd na 3000 linii dostaje „OK” po minucie, przegląd na 30 linii dostaje dwadzieścia uwag. Coś jest nie tak.'],
    ['SQLite na produkcji: kto ma i jak żyje?', 'Jeden serwer, kilkuset użytkowników, kopia co minutę. Wydaje się idealne, więc czekam, aż ktoś powie, gdzie jest haczyk.'],
    ['Dokumentacja, którą ktoś czyta', 'Przenieśliśmy ją do repozytorium, obok kodu, z przykładami, które CI uruchamia. Po miesiącu pierwszy raz ktoś zgłosił w niej błąd. Sukces!'],
    ['Regex na numer konta: tak czy nie?', 'Wiem, że suma kontrolna. Pytam, czy formularz ma krzyczeć przy każdej spacji.'],
    ['Praca zdalna i samotność', 'Trzeci rok w domu, wszystko świetnie, a w czwartek rozmawiam z rośliną. Jak sobie z tym radzicie?'],
    ['Wykres czasu budowania po zmianie narzędzia', 'Z siedmiu minut do czterdziestu sekund. Zespół nie wie, co robić z odzyskanym czasem, więc robi kawę.', 'chart-line'],
    ['Co wpisać w CV, kiedy wszystko jest tajne?', 'Pięć lat w projekcie, o którym nie wolno mówić. Wychodzi mi jedno zdanie.'],
    ['Czy ktoś jeszcze pisze komentarze w kodzie?', 'Nie takie „zwiększ i o jeden”, tylko dlaczego. W nowej pracy patrzą na mnie jak na dziwaka.'],
  ],
  english: [
    ['How do you review code you disagree with but cannot fault?', 'It works, it is tested, and I would have done it completely differently.'],
    ['What finally made Git click for you?', 'For me it was drawing the commits on a napkin and moving the labels by hand.'],
    ['Small tool, big relief: a pre-commit hook that refuses secrets', 'Twelve lines of shell. It has fired twice in a month, and both times I went quiet.', 'terminal'],
    ['Is “clean architecture” worth it for a two-person project?', 'We have eleven folders and nine files.'],
  ],
}
