import type { Sparks } from '../content.ts'

export const programowanie: Sparks = {
  polish: [
    ['Jak nazwać tabelę: liczba pojedyncza czy mnoga?', 'Pół zespołu tak, pół inaczej, a baza ma już obie wersje. Potrzebuję argumentu, który zakończy spór.', [
      ['Pojedyncza, bo wiersz to klient, a nie klienci.', 'Mnoga, bo tabela to zbiór.', 'I tak do końca świata.'],
      'Wszystko jedno, byle jedno. Argument, który zakończy spór: rzut monetą.',
    ]],
    ['Klawiatura dzielona: po ilu dniach przestaje boleć?', 'Trzeci dzień, piszę jak moja babcia SMS-y. Nadgarstki zachwycone, duma mniej.', [
      'Dwa tygodnie na prędkość, miesiąc na nawiasy.',
      'Babcia po miesiącu będzie z ciebie dumna.',
    ]],
    ['Mniej debuggera, więcej logów', 'Jedno żądanie, jeden identyfikator, wszystko po kolei. Dawno się tak szybko nie odnajdywało przyczyny.', [
      'Identyfikator żądania w każdym wierszu powinien być domyślny.',
      ['A dane osobowe w tych logach?', 'OP> Słusznie. Filtrujemy po nazwach pól, lista w jednym miejscu.'],
    ]],
    ['Rozmowa kwalifikacyjna z żywym kodem', 'Godzina, obca klawiatura, trzy osoby patrzą. Czy komuś to kiedyś dobrze poszło?', [
      'Raz. Zapytali, czy wolę w domu. Najlepsza rozmowa w życiu.',
      ['Obca klawiatura to już tortura według konwencji.', 'A u nas była jeszcze obca mysz.'],
    ]],
    ['Mój pulpit: jeden terminal i dużo kawy', 'Wreszcie wszystko w jednym kolorze. Produktywność bez zmian.', [
      'Jaki to motyw?',
      'Widzę trzy terminale udające jeden. Nie oceniam.',
    ], 'terminal'],
    ['Tabulatory wygrały u nas głosowanie 4:3', 'Po dziewięciu latach. Jedna osoba zażądała przeliczenia głosów.', [
      ['Kto jest tym czwartym? Pytam dla kolegi od spacji.', 'OP> Jest pod ochroną.'],
      'Formater w zapisie i nikt więcej nie głosuje.',
    ]],
    ['Jak dzielicie duże zmiany na mniejsze?', 'Przegląd na 3000 linii dostaje „OK” po minucie, przegląd na 30 linii dostaje dwadzieścia uwag. Coś jest nie tak.', [
      'Najpierw przygotowanie bez zmiany działania, potem zmiana w trzech liniach.',
      '30 linii da się przeczytać. To cała tajemnica.',
    ]],
    ['SQLite na produkcji: kto ma i jak żyje?', 'Jeden serwer, kilkuset użytkowników, kopia co minutę. Wydaje się idealne, więc czekam, aż ktoś powie, gdzie jest haczyk.', [
      ['Dwa lata, pięćset osób. Haczyk: jeden zapis naraz. U nas nie boli.', 'Włączony WAL?', 'Włączony, od pierwszego dnia.'],
    ]],
    ['Dokumentacja, którą ktoś czyta', 'Przenieśliśmy ją do repozytorium, obok kodu, z przykładami, które CI uruchamia. Po miesiącu pierwszy raz ktoś zgłosił w niej błąd. Sukces!', [
      'Przykłady uruchamiane w CI to jedyna dokumentacja, której wierzę.',
      'Zgłoszony błąd w dokumentacji to jak list od fana.',
    ]],
    ['Regex na numer konta: tak czy nie?', 'Wiem, że suma kontrolna. Pytam, czy formularz ma krzyczeć przy każdej spacji.', [
      'Usuń spacje, policz sumę kontrolną, pokaż grupami po cztery. Formularz nie ma krzyczeć.',
    ]],
    ['Praca zdalna i samotność', 'Trzeci rok w domu, wszystko świetnie, a w czwartek rozmawiam z rośliną. Jak sobie z tym radzicie?', [
      'Coworking raz w tygodniu. Nawet jeśli nikt się nie odezwie, ktoś oddycha.',
      ['Roślina odpowiada?', 'OP> W czwartki.'],
      'Spacer przed pracą, jak droga do biura. Głowie to wystarcza.',
    ]],
    ['Wykres czasu budowania po zmianie narzędzia', 'Z siedmiu minut do czterdziestu sekund. Zespół nie wie, co robić z odzyskanym czasem, więc robi kawę.', [
      'Kawa z odzyskanego czasu smakuje najlepiej.',
      ['Co było wcześniej, a co jest teraz?', 'OP> Wcześniej pięć warstw wtyczek, teraz jedna. Nazwy mniej ważne.'],
    ], 'chart-line'],
    ['Co wpisać w CV, kiedy wszystko jest tajne?', 'Pięć lat w projekcie, o którym nie wolno mówić. Wychodzi mi jedno zdanie.', [
      'Skalę bez nazw: ilu użytkowników, jaki zespół, co się poprawiło, o ile.',
      'Jedno zdanie, ale jakie tajemnicze.',
    ]],
    ['Czy ktoś jeszcze pisze komentarze w kodzie?', 'Nie takie „zwiększ i o jeden”, tylko dlaczego. W nowej pracy patrzą na mnie jak na dziwaka.', [
      'Tak. „Dlaczego” nie da się wyczytać z kodu, choćby był z marmuru.',
      ['Dziwaki wszystkich zespołów, łączmy się.', '// obecny'],
    ]],
  ],
  english: [
    ['How do you review code you disagree with but cannot fault?', 'It works, it is tested, and I would have done it completely differently.', [
      'I ask one question, approve, and write the alternative in a note for the next one.',
      'Taste is not a defect. Took me ten years.',
    ]],
    ['What finally made Git click for you?', 'For me it was drawing the commits on a napkin and moving the labels by hand.', [
      ['Realising that a branch is a sticky note.', 'And that the reflog forgives.'],
    ]],
    ['Small tool, big relief: a pre-commit hook that refuses secrets', 'Twelve lines of shell. It has fired twice in a month, and both times I went quiet.', [
      '“I went quiet” is the sound of a good hook.',
      'Share the twelve lines, please!',
    ], 'terminal'],
    ['Is “clean architecture” worth it for a two-person project?', 'We have eleven folders and nine files.', [
      'Eleven folders for nine files is already an answer.',
      'Two people, one folder, revisit when it hurts.',
    ]],
  ],
}
