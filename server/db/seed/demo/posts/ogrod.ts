import { md, type Post } from '../content.ts'

export const ogrod: Post[] = [
  {
    by: 'pan_pomidor', tone: 'liked', picture: 'tomatoes',
    title: 'Zeszyt pomidorowy: jedenaście odmian, jeden sezon, zero litości',
    text: md`
      Prowadzę ten zeszyt od 2009. W tym roku poszło tak:

      | Odmiana | Plon z krzaka | Smak | Posadzę znowu? |
      | --- | ---: | :-: | --- |
      | malinowy, swoje nasiona | 4,8 kg | 10/10 | zawsze |
      | żółta gruszka | 3,1 kg | 8/10 | dla wnuków |
      | czarny z paczki „egzotyka” | 1,2 kg | 9/10 | z litości |
      | szklarniowy „gwarantowany” | 5,5 kg | 3/10 | nigdy |
      | koktajlowy z balkonu Julii | 2,9 kg | 9/10 | tak |

      Sekret: ściółka ze skoszonej trawy od czerwca, podlewanie **pod liść, rano**, i żadnego obrywania w upał. @balkonowa_julia, nasiona odkładam.`,
    talk: [
      ['„Gwarantowany” 3/10 to najcenniejszy wiersz tej tabeli.', 'OP> Gwarantowany był tylko rachunek.'],
      'balkonowa_julia> Jestem wzruszona. Wysyłam w zamian bazylię, tę nerwową.',
      ['Ile razy w sezonie nawozisz i czym?', 'OP> Gnojówka z pokrzyw trzy razy, co dwa tygodnie, do połowy lipca. Potem już nic.'],
    ],
  },
  {
    by: 'balkonowa_julia', picture: 'plants',
    title: 'Cztery metry balkonu, strona północna. Co przetrwało, a co odeszło z godnością',
    text: md`
      Północ, czwarte piętro, wiatr. Wszyscy mówili: paproć i cierpliwość.

      **Przetrwały:** bluszcz (niestety), mięta (wiadomo), niecierpki, poziomki w skrzynce, pietruszka.
      **Odeszły:** lawenda, rozmaryn, pelargonie, mój optymizm co do papryki.

      Największe zaskoczenie to **poziomki**: owocowały do października, po garstce co drugi dzień. Mąż twierdzi, że to najdroższe poziomki w Europie. Ma rację, ale ich nie dostaje.`,
    talk: [
      ['Poziomki na północnym? Jaka odmiana?', 'OP> Zwykłe „rugia” z nasion, siane w marcu na parapecie.'],
      'Lawenda na północnym balkonie to jak kot na basenie. Można, ale po co.',
    ],
  },
  {
    by: 'dzialka_pod_lasem', tone: 'liked',
    title: 'Zawarłam pokój ze ślimakami. Warunki traktatu poniżej',
    text: md`
      Po siedmiu latach wojny podpisano co następuje:

      §1. Ślimaki otrzymują sałatę przy kompoście, w wieczyste użytkowanie.
      §2. Grządki od strony tarasu są strefą zdemilitaryzowaną (deska, pod którą się zbierają, i rano są **przenoszone**, bez przemocy).
      §3. Jeż ma status obserwatora.
      §4. Piwo w kubeczkach wycofano z arsenału, gdyż przychodziły na nie także ślimaki z sąsiednich działek.

      Traktat działa od maja. Straty: trzy cukinie i jedna dalia.`,
    talk: [
      ['§4 to życiowa prawda. {Robiłem|Robiłam} im darmowy bar na pół osiedla.', 'OP> I jeszcze zapraszały kolegów.'],
      ['Jeż jako obserwator z głosem doradczym czy z prawem interwencji?', 'OP> Z prawem interwencji. Korzysta.'],
      'Proszę o protokół dodatkowy w sprawie nornic.',
    ],
  },
  {
    by: 'wroclawianka', tone: 'split',
    title: 'Trawnik w mieście to strata wody. Kto się ze mną pokłóci?',
    text: md`
      Na naszym podwórku kosili co dwa tygodnie, od maja był to brązowy dywan. W tym roku wspólnota zgodziła się na **jedną trzecią łąki**: raz w roku koszenie, resztę robią pszczoły.

      Plusy: zielono w sierpniu, motyle, ciszej. Minusy: pan z parteru mówi, że „zaniedbane”, a dzieci nie mają gdzie grać.

      Stąd jedna trzecia, nie całość. Jak jest u was?`,
    talk: [
      ['Kleszcze. Zawsze ktoś musi to powiedzieć, więc mówię: kleszcze.', ['W wysokiej trawie w mieście nie jest ich więcej niż w krzakach, które i tak tam rosną.', 'Na jakiej podstawie? Bo u mnie na łące za blokiem dziecko przyniosło trzy.']],
      'Tabliczka „łąka, kosimy w październiku” załatwiła u nas dziewięćdziesiąt procent skarg. Ludzie chcą wiedzieć, że to celowo.',
      ['Trawnik jest do chodzenia, łąka do patrzenia. Potrzebne jedno i drugie.', 'OP> I dokładnie dlatego jedna trzecia!'],
    ],
  },
  {
    by: 'pan_pomidor',
    title: 'Kalendarz siewu na parapecie, wersja dla niecierpliwych',
    text: md`
      Co roku ktoś sieje pomidory w styczniu i potem ma dwumetrowe nitki. Wieszam nad zlewem:

      - **styczeń:** tylko patrzymy na nasiona,
      - **luty, druga połowa:** papryka, seler, por,
      - **marzec, po połowie:** pomidory,
      - **kwiecień:** cukinia, dynia, ogórki (pod koniec!),
      - **maj, po zimnych ogrodnikach:** wynosimy, płaczemy ze szczęścia.

      Światło ważniejsze niż ciepło. Siewka ma być krępa jak zapaśnik, a nie wysoka jak modelka.`,
    talk: [
      ['Posiane w styczniu. Mam nitki. Czy jest dla mnie ratunek?', 'OP> Pikować głęboko, po liścienie. Pomidor wybacza. Papryka nie.'],
      '„Tylko patrzymy na nasiona” to najtrudniejszy miesiąc w roku.',
    ],
  },
  {
    by: 'dzialka_pod_lasem', picture: 'field',
    title: 'Kompost po dwóch latach: czarne złoto, dowód na zdjęciu',
    text: md`
      Dla tych, którym „śmierdzi i nic się nie dzieje”: za mało brązowego. Na każde wiadro zielonego (obierki, trawa) **dwa wiadra brązowego** (liście, tektura bez nadruku, gałązki).

      Przerzucam dwa razy w roku, raz z mężem, raz z postanowieniem noworocznym.`,
    talk: [
      ['A skórki cytrusów? Jedni mówią, że tak, inni, że koniec świata.', 'OP> Trochę tak, skrzynka nie. Dżdżownice mają swój smak.'],
      'Tektura to był przełom. Od tamtej pory zero muszek.',
      'Dwa lata?! Mój ma pięć i dalej widać w nim skorupki z Wielkanocy.',
    ],
  },
  {
    by: 'balkonowa_julia', tone: 'ignored',
    title: 'Czy monstera może być obrażona?',
    text: 'Przestawiłam ją o metr, bo nowa kanapa. Od tego czasu żaden liść nie ma dziur. Podlewam tak samo, światła tyle samo, mówię do niej nawet więcej.',
    talk: ['Może i obrażona, ale bardziej prawdopodobne, że o metr dalej światła jest połowę mniej. Sprawdź telefonem, są aplikacje do pomiaru.'],
  },
  {
    by: 'ola_z_kuchni',
    title: 'Parapet ziołowy, który przeżył całą zimę. Plan na czternaście tygodni',
    text: md`
      Po trzech zimach porażek wreszcie wiem, co robić z doniczkami z marketu:

      1. Rozsadzić od razu. W jednej jest ich ze dwadzieścia, walczą jak ludzie w kolejce.
      2. Podlewać **od dołu**, raz na kilka dni, resztę wody wylać.
      3. Zbierać od góry, zawsze nad parą liści.
      4. Lampka na sześć godzin wieczorem. Zwykła, z zimną żarówką.

      Bazylia z 12 listopada żyje. Ma nawet potomstwo.`,
    talk: [
      ['Rozsadzanie to było olśnienie. Z jednej doniczki za 6 zł mam teraz pięć.', 'I pięć razy więcej poczucia winy, kiedy uschną.'],
      'A kolendra? Czy ktoś na tej planecie utrzymał kolendrę przy życiu dłużej niż trzy tygodnie?',
    ],
  },
  {
    by: 'tomas_k', english: true,
    title: 'Allotment rules: is the hedge really allowed to be only 1.2 metres?',
    text: 'I have joined a garden association (ROD) and was handed forty pages of rules. My hedge is 1.6 m, it was there before me, and three people have already told me about it, very kindly, on three different Sundays. Do I cut it, or is this a conversation starter?',
    talk: [
      ['It is both. Cut it to 1.4 and bring cake. You will have two years of peace.', 'OP> Cake deployed. The third neighbour now brings me plums.'],
      'The rules are real, the tape measure comes in spring.',
    ],
  },
  {
    by: 'pan_pomidor', picture: 'still-life', tone: 'liked',
    title: 'Ostatnie zbiory. Do zobaczenia w lutym',
    text: 'Zebrane dziś rano, przed przymrozkiem: siedem dyń, wiadro buraków, zielone pomidory na parapet i jedna papryka, która nie wiedziała, że jest już listopad. Ziemia przykryta, beczka wylana, kalosze umyte. To był dobry rok.',
    talk: ['Ta papryka to mój nowy wzór do naśladowania.', ['Zielone pomidory dojrzewają szybciej z jabłkiem w pudełku, prawda to?', 'OP> Prawda. I z gazetą, żeby miały co czytać.'], 'Dobry rok. Tak właśnie trzeba kończyć.'],
  },
]
