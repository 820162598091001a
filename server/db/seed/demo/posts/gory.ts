import { md, type Post } from '../content.ts'

export const gory: Post[] = [
  {
    by: 'tatrzanska_kasia', tone: 'liked', picture: 'mountains-dawn',
    title: 'Świt nad doliną. Wyszłam o 2:40 i nie żałuję ani minuty (no, może pierwszych czterdziestu)',
    text: md`
      Plan był prosty: być na przełęczy przed słońcem. Budzik o drugiej, czołówka, herbata do termosu i w drogę po śniegu, który trzymał jak beton.

      **Warunki z dziś:** do górnej granicy lasu lód na ścieżce, powyżej twardy śnieg, raki potrzebne od progu doliny. Wiatr umiarkowany, na przełęczy około -9.

      Przez całe podejście nie spotkałam nikogo, poza kozicą, która popatrzyła na mnie jak bileterka. O 6:50 zrobiło się różowo i przez jakieś dziesięć minut nie umiałam wymyślić ani jednego zmartwienia.`,
    talk: [
      ['„Popatrzyła jak bileterka” i już jestem na tym szlaku.', 'OP> Bilet miałam, gdyby ktoś pytał.'],
      ['Bez czekana da radę, czy lepiej mieć?', ['OP> Ja miałam i użyłam na trawersie pod przełęczą. Przy dzisiejszym betonie poślizg bez czekana to jazda do samego dołu.', 'Potwierdzam. Raki bez czekana to pół zestawu.']],
      'Ludzie, którzy wstają o drugiej w nocy dla przyjemności, to osobny gatunek i bardzo go podziwiam spod kołdry.',
    ],
  },
  {
    by: 'marek_beskid', picture: 'forest',
    title: 'Beskid Niski w listopadzie: cztery dni i ani jednej kolejki do zdjęcia',
    text: md`
      Kto lubi góry, w których przez cały dzień spotyka się dwie osoby i jedną krowę, temu polecam.

      - **Dzień 1:** z doliny łąkami w górę, nocleg w chatce. Woda ze źródła, piec działa, książka gości grubsza od biblii.
      - **Dzień 2:** las, las, cerkiew, las. Buty mokre do wieczora.
      - **Dzień 3:** mgła. Mapa papierowa wygrała z telefonem 3:0.
      - **Dzień 4:** słońce, panorama na Tatry i drożdżówka w jedynym otwartym sklepie.

      Koszt całości: 210 zł z dojazdem. Pies zachwycony, kolana mniej.`,
    talk: [
      ['Która to chatka? Jeśli wolno, bo rozumiem, że nie o każdej mówi się głośno.', 'OP> Napiszę na priv. Obiecałem gospodarzowi, że w internecie ani słowa.'],
      ['Jak pies znosi cztery dni? Mój po jednym leży i udaje dywan.', 'OP> Drugiego dnia udaje dywan, trzeciego się przyzwyczaja.'],
      'Mapa papierowa nie rozładowuje się w minus pięć i nie wyświetla powiadomień od szefa.',
    ],
  },
  {
    by: 'psiara_ewa', tone: 'split',
    title: 'Pies na szlaku bez smyczy. Proszę, porozmawiajmy o tym spokojnie',
    text: md`
      Wczoraj, wąska ścieżka, z góry biegnie luzem duży owczarek. Właściciel trzydzieści metrów wyżej: „on nic nie zrobi!”. Mój, na smyczy, po przejściach, trząsł się potem godzinę.

      Ja *wiem*, że wasz nic nie zrobi. Mój może. I wtedy kłopot mamy wszyscy, a najwięcej oba psy.

      W parku narodowym to w ogóle nie jest kwestia uprzejmości, tylko regulaminu.`,
    talk: [
      ['Amen. „On nic nie zrobi” to najbardziej znienawidzone zdanie każdego, kto ma psa z lękami.', 'I każdego, kto ma małe dziecko.', 'I każdego, kto niesie kanapkę.'],
      ['Mój chodzi luzem dziesięć lat i nigdy nie było problemu. Może trzeba po prostu psa wychować?', ['Przepraszam, ale skąd wiadomo, że nie było? Właściciel spłoszonej sarny nie pisze skarg.', 'Nie wszystko da się wychować, są psy ze schroniska po bardzo złych rzeczach.', 'No to taki pies może nie powinien chodzić w tłum na szlak?', 'A taki właściciel może nie powinien mieć psa.']],
      'Regulamin jest po coś. Zwierzęta tam mieszkają, my jesteśmy w gościach.',
    ],
  },
  {
    by: 'northern_jay', english: true, picture: 'snow',
    title: 'First winter in the Tatras: what I packed, what I used, what I carried for nothing',
    text: md`
      Three days, hut to hut, early in the season. I come from Scotland, so I expected rain. There was no rain. There was everything else.

      | Item | Carried | Used | Verdict |
      | --- | --- | --- | --- |
      | Crampons | yes | every day | never again without |
      | Second axe | yes | no | vanity |
      | Thermos, 1 l | yes | yes | worth its weight in tea |
      | Four pairs of gloves | yes | three | one went down the valley alone |
      | Phrase book | yes | yes | taught the hut how to say “midges” |

      Two remarks. The avalanche bulletin is excellent, **read it**. And if the lady at the hut says *“dziś nie”*, it means do not go, not “do not go unless you are brave”.`,
    talk: [
      ['“Vanity” is the correct word for everybody’s second axe.', 'OP> It looked so good on the pack, though.'],
      '„Dziś nie” to najkrótszy komunikat lawinowy w kraju i nigdy się nie myli.',
      'The gloves going down the valley alone is the saddest short story I have read today.',
    ],
  },
  {
    by: 'stary_wyga',
    title: 'Co nosiło się w plecaku w 1986, a co dzisiaj. Porównanie bez nostalgii',
    text: md`
      Znalazłem na strychu zeszyt z wyjazdów. Plecak na dziesięć dni, 1986: śpiwór 3,2 kg, namiot 5 kg na dwóch, konserwy, kuchenka na benzynę, swetry. Razem **26 kilo**.

      Ten sam wyjazd teraz: 9 kilo z wodą.

      Bez nostalgii: wolę te dziewięć. Ale w zeszycie jest też zdanie „padało cały dzień, graliśmy w karty z ludźmi z Łodzi, w nocy przyszły gwiazdy” i zastanawiam się, czy lekki plecak nie sprawia, że idziemy za szybko, żeby poznać ludzi z Łodzi.`,
    talk: [
      ['Ludzie z Łodzi pozdrawiają. Nadal gramy w karty, tylko namioty mamy lżejsze.', 'OP> No i wiara wróciła.'],
      'Dziewięć kilo z wodą? Proszę o listę, nie umiem zejść poniżej trzynastu.',
      'To ostatnie zdanie zostanie ze mną na długo.',
    ],
  },
  {
    by: 'pendolino', picture: 'trail-map',
    title: 'Góry bez samochodu: dziesięć tras „pociąg tam, inny pociąg z powrotem”',
    text: md`
      Przejścia od stacji do stacji to najlepsze, co można zrobić z biletem weekendowym. Zasady, którymi się kieruję:

      1. Najpierw sprawdzam **ostatni pociąg powrotny**, potem dopiero pierwszy szlak.
      2. Idę w stronę stacji, z której jeździ więcej pociągów.
      3. Zapas: godzina na każde pięć godzin marszu.
      4. Czołówka zawsze, nawet w czerwcu.

      Ślady narysowałem na mapie, wrzucę w komentarzu, jeśli będą chętni. @marek_beskid, trzy z nich są z Twojego podwórka.`,
    talk: [
      ['Chętni są. Dużo.', 'OP> Wieczorem dorzucę wszystkie dziesięć.'],
      'marek_beskid> Widzę, że jedna kończy się na stacji, z której jadą dwa pociągi w tygodniu. Odważnie.',
      ['Punkt pierwszy powinien być wydrukowany na bilecie.', 'I na czole. {Spałem|Spałam} kiedyś na peronie w lipcu, było osiem stopni.'],
    ],
  },
  {
    by: 'tatrzanska_kasia', state: 'edited',
    title: 'Warunki na weekend: co widziałam, co mówią w schronisku, czego nie wiem',
    text: md`
      - **Doliny:** błoto i lód na przemian, raczki wystarczą.
      - **Powyżej 1600 m:** zaśnieżone, miejscami nawiane powyżej kolan.
      - **Szlaki graniowe:** nie byłam, nie wiem, proszę nie pytać mnie, tylko czytać komunikat.

      Parking przy wejściu zapełnia się przed siódmą. Autobus kursuje co pół godziny i mija te wszystkie samochody z ogromną satysfakcją.

      *Edycja, piątek: w nocy dosypało, stopień zagrożenia poszedł w górę. Zmieńcie plany, góry poczekają.*`,
    talk: [
      ['Dzięki! Przez tę edycję zamieniamy grań na dolinę i naleśniki.', 'OP> Naleśniki to zawsze dobra decyzja.'],
      'Autobus mijający korek to najtańsza poprawa humoru w tym kraju.',
    ],
  },
  {
    by: 'demo',
    title: 'Pierwsza noc w górach pod chmurką. Pytania początkującego',
    text: md`
      Chcę wreszcie spróbować, legalnie i z głową (są wyznaczone miejsca). Mam śpiwór z komfortem do +4, karimatę i dużo zapału.

      - Czy płachta zamiast namiotu to dobry pomysł na początek?
      - Jak daleko od wody się rozbić?
      - Co robicie z jedzeniem na noc?
      - I najważniejsze: czy to normalne, że **każdy** szelest to niedźwiedź?`,
    talk: [
      ['Każdy szelest to mysz. Niedźwiedź nie szeleści, niedźwiedź łamie.', 'OP> Nie wiem, czy mnie to uspokoiło.'],
      ['Komfort +4 w maju w górach to za mało. Weź coś na grzbiet i butelkę z ciepłą wodą do nóg.', 'Butelka z ciepłą wodą to najlepszy patent, jaki znam, i kosztuje zero.'],
      'Jedzenie do worka i na gałąź, kawałek od miejsca spania. Nie dla niedźwiedzia: dla lisa, który wie, jak otworzyć plecak.',
      'Płachta na początek tak, jeśli prognoza jest dobra. Pierwszy deszcz pod płachtą to już egzamin.',
    ],
  },
  {
    by: 'marek_beskid', tone: 'split',
    title: 'Muzyka z głośnika na szlaku: prośba',
    text: md`
      Rozumiem, że komuś lepiej się idzie z muzyką. Są słuchawki. Kosztują mniej niż głośnik.

      W sobotę szła za nami grupa i przez dwie godziny słuchałem listy przebojów, której nie wybrałem. Kiedy zapytałem, usłyszałem, że „góry są dla wszystkich”.

      Właśnie. **Dla wszystkich.** Dla mnie z ciszą też.`,
    talk: [
      ['A jeśli ktoś się boi niedźwiedzi i dlatego puszcza? Serio pytam, znam takie osoby.', 'Wystarczy rozmawiać. Albo dzwoneczek. Niedźwiedź nie potrzebuje basów.'],
      ['Przesadzacie. Minęliście się w pół minuty i po sprawie.', ['OP> Dwie godziny. Ten sam kierunek, to samo tempo.', 'To trzeba było usiąść na herbatę i ich puścić.', 'Czemu to zawsze ten, kto chce ciszy, ma siadać na herbatę?']],
      'Najgorsze są te gadające zegarki: „minął kilometr, tempo dwadzieścia minut”. Też mnie to zawstydza, ale cudze.',
    ],
  },
  {
    by: 'psiara_ewa', picture: 'lake',
    title: 'Staw, do którego nie prowadzi żaden szlak (i niech tak zostanie)',
    text: 'Nie napiszę, gdzie. Napiszę tylko, że po dwóch godzinach ścieżką dla krów las się otwiera i jest woda tak spokojna, że pies szczekał na swoje odbicie. Siedziałam godzinę. Zjadłam jabłko. Tyle.',
    talk: ['I to jest relacja idealna: zero współrzędnych, sto procent zazdrości.', ['Zgaduję po kształcie grani po lewej, ale nie powiem.', 'OP> Wiem, że wiesz. Dziękuję, że nie powiesz.']],
  },
  {
    by: 'tomas_k', english: true, tone: 'ignored',
    title: 'Beskydy and Beskidy: same hills, two languages, one question about stamps',
    text: 'I walked across the border ridge last weekend and collected stamps in both huts. The Polish one has a dog on it, the Czech one has a dumpling. Is there any official booklet that accepts both, or do I have to start two?',
    talk: ['Two booklets, one thermos. That is the way.', 'There is a badge for the whole ridge, ask at the hut, they keep a folder under the counter.'],
  },
  {
    by: 'stary_wyga', tone: 'liked',
    title: 'Ratownik powiedział mi dzisiaj jedno zdanie, które warto podać dalej',
    text: md`
      Siedzieliśmy w schronisku, zapytałem, co jest najczęstszą przyczyną kłopotów. Spodziewałem się: buty, pogoda, alkohol.

      A on na to: **„ludzie nie umieją zawrócić”**.

      Bo dojechali trzysta kilometrów, bo zostało już niewiele, bo znajomi poszli, bo zdjęcie. Góra stoi tam od dawna i za tydzień też będzie stała. Zawracać trzeba ćwiczyć, jak każdą inną umiejętność.`,
    talk: [
      ['{Zawróciłem|Zawróciłam} w tym roku dwa razy i za każdym razem było mi z tym źle. Dzięki za ten wpis.', 'Za dwa razy należą się dwa piwa, a nie wyrzuty.'],
      'Mój ojciec mówił: wejście jest z wyboru, zejście z obowiązku.',
      'Drukuję i wieszam nad biurkiem. Do pracy też pasuje.',
    ],
  },
]
