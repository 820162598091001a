import { md, type Post } from '../content.ts'

export const kultura: Post[] = [
  {
    by: 'ksiazkara', tone: 'liked', picture: 'bookshelf',
    title: 'Stos wstydu: zejście z 74 na 60. Zasady, które naprawdę zadziałały',
    text: md`
      W styczniu policzyłam nieprzeczytane. Siedemdziesiąt cztery. Dziś jest **sześćdziesiąt**, i to przy siedmiu nowych. Jak:

      1. Pięćdziesiąt stron i wolno porzucić. Bez tłumaczenia się komukolwiek.
      2. Nowa książka wchodzi, jeśli dwie wyszły.
      3. Telefon śpi w kuchni.
      4. Co piąta jest cienka. Psychologicznie bezcenne.

      Najdłużej czekała cegła kupiona w 2014, „bo wypada”. Przeczytałam do strony 50. Już nie wypada.`,
    talk: [
      ['Punkt czwarty to zdrada ideałów i zaraz go stosuję.', 'OP> Witamy po jasnej stronie mocy.'],
      ['A audiobooki się liczą?', ['Oczywiście, że się liczą.', 'Nie liczą się.', 'OP> Liczą się, ale do osobnej tabelki, żeby był pokój.']],
      '74! Człowiek myśli, że ma problem, a potem czyta takie wpisy i idzie do księgarni.',
    ],
  },
  {
    by: 'filmowy_wojtek', tone: 'split',
    title: 'Dwie godziny czterdzieści. Kto im pozwolił?',
    text: md`
      Byłem na premierze (tytułu nie podam, bo zaraz będzie wojna). Film ma świetny początek, świetny koniec i w środku **godzinę, którą pamiętam jako szum klimatyzacji**.

      Kiedyś montażysta miał nożyczki. Teraz ma umowę.

      Żeby było sprawiedliwie: >!ostatnia scena na stacji, kiedy okazuje się, że list napisała siostra,!< warta jest biletu.`,
    talk: [
      ['Wiem, o który film chodzi, i ta godzina w środku jest najlepsza.', ['Też tak uważam. Bez niej stacja nie działa.', 'OP> Działa. >!Siostrę widać już w pociągu, jeśli się patrzy na rękawiczki.!<', 'O nie. Muszę iść drugi raz.']],
      'Sto sześćdziesiąt minut i ani jednej przerwy. Mój pęcherz ma inne zdanie o współczesnym kinie.',
      'Dziękuję za spoiler w spoilerze. Tak się to robi.',
    ],
  },
  {
    by: 'nocny_czytelnik', tone: 'liked',
    title: 'Czytam synowi na głos drugą zimę z rzędu. Raport',
    text: md`
      Zaczęło się od tego, że nie chciał spać. Teraz nie chce, żebym przestał.

      - Najlepiej idą książki, w których **ktoś idzie z punktu A do B**. Nie wiem dlaczego.
      - Każda postać musi mieć głos. Mam jeden głos. Zbój i królowa brzmią tak samo.
      - Przy rozdziale o wilku poprosił, żeby wilk przeżył. Zmieniłem zakończenie na poczekaniu i przez trzy wieczory nie pamiętałem, co zmieniłem.

      Co polecacie dla siedmiolatka, który lubi wilki i mapy?`,
    talk: [
      ['Wszystko, co ma mapę na wyklejce. Sprawdzaj od razu w księgarni, przed przeczytaniem opisu.', 'OP> Genialne kryterium.'],
      'Zmiany w fabule zapisuj na karteczce i wklejaj do książki. Moja mama tak robiła, mam te karteczki do dziś.',
      '@ksiazkara na pewno coś znajdzie, ona zna wszystkie wilki.',
    ],
  },
  {
    by: 'priya_reads', english: true, tone: 'liked',
    title: 'Reading Polish novels in translation: what gets lost, and what gets funnier',
    text: md`
      I read the English version on the tram and ask my colleagues about the Polish one at lunch. My notes so far:

      - **Diminutives.** A *kawka* is not a small coffee. It is an attitude. English has no way to be that tender to a beverage.
      - **Pan/Pani.** In translation everybody is suddenly on first-name terms, and the insult in chapter four evaporates.
      - **Swearing.** Somehow it is funnier in English, because the translator is trying so hard.

      One thing gets better: long sentences. In English they had to become short, and the landscape breathes.`,
    talk: [
      ['„Kawusia” to już umowa na pół godziny.', 'And *kawunia* means somebody is about to ask you for a favour.'],
      'Which translators do you like? I choose books by the translator these days, not by the author.',
      ['The evaporating insult: yes! I read the same scene in both, and in English they simply seem tired.', 'OP> I asked about it at lunch and there was a debate of forty minutes.'],
    ],
  },
  {
    by: 'filmowy_wojtek', picture: 'abstract-waves',
    title: 'Plakaty filmowe, które wolę od samych filmów',
    text: md`
      Przeglądałem dziś stare polskie plakaty. Ani jednej twarzy aktora, za to oko w butelce, ptak z drabiną, czerwona plama, która po chwili jest kapeluszem.

      Dla zabawy zrobiłem własny, do filmu, który nie istnieje: „Morze, wtorek”. Zgadujcie, o czym jest.`,
    talk: [
      ['O latarniku, który w poniedziałki pracuje w banku.', 'OP> Biorę. Jest Pan współscenarzystą.'],
      'O rozwodzie, ale bez ani jednej kłótni.',
      'Niezależnie od fabuły: oglądam.',
    ],
  },
  {
    by: 'marek_beskid',
    title: 'Reportaże, po których długo się nie odzywałem',
    text: md`
      Nie lista „najlepszych”, tylko pięć, po których musiałem wyjść z domu i iść przed siebie:

      - ten o wsi, z której wszyscy wyjechali w jeden dzień,
      - ten o rzece i ludziach, którzy ją sprzątali,
      - ten o pociągach,
      - ten o pielęgniarkach (żona czytała pierwsza i powiedziała tylko „no”),
      - ten o człowieku, który liczył ptaki.

      Tytułów celowo nie podaję. Zgadujcie, chętnie dowiem się o takich, których nie znam.`,
    talk: [
      ['Ten o ptakach znam i potwierdzam: skończyło się spacerem bez psa.', 'Bez psa to już poważna sprawa.'],
      'Zagadki zamiast listy. Najlepszy format na tym forum.',
    ],
  },
  {
    by: 'bartek_dev', tone: 'liked', english: true,
    title: 'A game where nothing happens, and I have played it for sixty hours',
    text: md`
      You run a small harbour. Boats come, you write down their names. Sometimes there is fog.

      That is the whole game. There is no score. After ten hours I noticed that I know which captain is late on Thursdays. After thirty I noticed >!that one of the boats never left!<.

      I have not told anybody at work. I am telling you.`,
    talk: [
      ['Thirty-five hours. >!Check the ledger of the first winter!<. Then come back and talk to me.', ['OP> I have just done that. I need to sit down.', 'Nobody warned me either.']],
      'I started it because of this post and now it is two in the morning.',
      ['Is it on the small console?', 'It is, and the text is readable even in bed.'],
    ],
  },
  {
    by: 'dociekliwa', tone: 'split',
    title: 'Czy wypada pisać ołówkiem w książkach?',
    text: md`
      Swoich, oczywiście. Dziadek podkreślał i dyskutował na marginesach („bzdura!”, „sprawdzić”, „pięknie”). Dziś czytam jego egzemplarze i mam wrażenie, że czytamy razem.

      A przyjaciółka na widok ołówka w mojej ręce wyszła z pokoju.`,
    talk: [
      ['Ołówkiem wolno. Długopisem nie. Zakreślaczem do więzienia.', ['A zaginanie rogów?', 'Bez prawa łaski.', 'Zaginam od czterdziestu lat i śpię spokojnie.']],
      'Książka bez śladów czytania to dekoracja.',
      ['Oddajcie mi spokój ducha. Książki się szanuje, notatki robi się w zeszycie.', 'OP> Zeszyt dziadka by się zgubił. Książka stoi.'],
    ],
  },
  {
    by: 'ksiazkara', state: 'edited',
    title: 'Klub czytelniczy online: grudzień. Głosujemy!',
    text: md`
      Spotykamy się w ostatni czwartek miesiąca o 20:00, kamery nieobowiązkowe, herbata tak. Kandydatki:

      | Nr | Co | Strony | Zgłosił/a |
      | :-: | --- | ---: | --- |
      | 1 | powieść o latarni | 240 | @nocny_czytelnik |
      | 2 | reportaż o soli | 312 | @marek_beskid |
      | 3 | kryminał w zimie | 410 | @dociekliwa |
      | 4 | opowiadania, różne | 180 | @priya_reads (in English!) |

      Głos = numer w komentarzu. Przy remisie decyduje kot.

      *Edycja: remis między 2 i 4. Kot usiadł na 4.*`,
    talk: [
      '2, bo lubię sól.', '4!', ['3. Zima, kominek, trup w spiżarni.', 'OP> Zapisane. Trup w spiżarni jeszcze nigdy nie wygrał i trochę mi go żal.'], '1, ale przyjmę każdą decyzję kota.', '4, I will bring the biscuits.', '2 i proszę o nagranie, bo mam dyżur.',
    ],
  },
  {
    by: 'quiet_maggie', english: true,
    title: 'The library card that outlived three flats, two jobs and one relationship',
    text: md`
      It is green, it has my name spelled wrong, and every librarian since 2019 has offered to correct it. I always say no.

      On Saturday the machine would not read it any more. The librarian looked at it, looked at me, typed the number in by hand and said: *“Taka karta to już rodzina.”*

      I borrowed four books I did not need.`,
    talk: [
      ['Please never let them replace it.', 'OP> She offered to laminate it. I nearly cried.'],
      'Bibliotekarki to ostatni ludzie, którzy naprawdę wiedzą, jak się nazywamy, nawet z błędem.',
    ],
  },
  {
    by: 'filmowy_wojtek', tone: 'ignored',
    title: 'Pytanie o kino studyjne w środku tygodnia',
    text: 'W środy o 15 bywam sam na sali. Dosłownie sam. Czy obsługa wolałaby, żebym nie przyszedł? Raz kinooperator zapytał, czy może puścić bez reklam, i zrobiło mi się tak miło, że kupiłem karnet.',
    talk: ['{Pracowałem|Pracowałam} w kinie. Jeden widz to najlepszy seans: nikt nie szeleści, a my mamy dla kogo włączyć projektor.'],
  },
  {
    by: 'nocny_czytelnik', picture: 'abstract-circles',
    title: 'Okładki, które kłamią. Wasze typy?',
    text: 'Kupiłem „ciepłą opowieść o miasteczku”, na okładce rower i słoneczniki. Do setnej strony zginęły cztery osoby i rower. Z drugiej strony najstraszniejsza okładka na mojej półce kryje książkę o pieczeniu. Kto da więcej?',
    talk: [
      ['Rower też?', 'OP> Rower pierwszy.'],
      'Romans z mieczem na okładce, w którym jedynym mieczem jest nóż do masła.',
      'Podręcznik do statystyki z uśmiechniętą rodziną. Nikt z czytelników się nie uśmiechał.',
    ],
  },
]
