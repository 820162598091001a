import { md, type Post } from '../content.ts'

export const kuchnia: Post[] = [
  {
    by: 'zakwasowy', picture: 'bread', tone: 'liked',
    title: 'Trzy lata z jednym zakwasem. Czego się nauczyłem i czego nie robię już nigdy',
    text: md`
      Bogdan (tak, zakwas ma imię) skończył w tym tygodniu trzy lata. Z tej okazji lista rzeczy, które kosztowały mnie najwięcej nerwów:

      1. **Woda.** Przegotowana i wystudzona wystarczy. Woda ze studni to był błąd, chleb smakował jak gwoździe.
      2. **Temperatura.** Zimą stawiam słoik na lodówce, latem w szafce pod zlewem. Koniec magii.
      3. **Waga zamiast szklanki.** Szklanka mąki waży u mnie od 130 do 165 g, zależnie od humoru.
      4. **Nacinanie.** Żyletka, jeden zdecydowany ruch. Nóż do chleba robi z bochenka krajobraz po bitwie.

      Czego nie robię: nie dokarmiam „na wszelki wypadek”, nie wyrzucam resztek (placki!) i nie kroję gorącego. No dobrze, to ostatnie robię zawsze.

      Proporcje na mój codzienny bochenek: 500 g mąki, 350 g wody, 100 g zakwasu, 10 g soli.`,
    talk: [
      ['Trzeci punkt powinien wisieć w każdej kuchni. Przez rok {piekłem|piekłam} „na szklanki” i {dziwiłem|dziwiłam} się, że raz wychodzi, a raz nie.',
        ['OP> Też tak zaczynałem. Waga za trzy dychy i nagle wszystko działa.', 'Jeszcze lepiej taka z dokładnością do grama, bo sól na oko to loteria.']],
      ['Ile godzin w lodówce po uformowaniu?', ['OP> Od 12 do 16. Wstawiam wieczorem, piekę przed pracą.', 'U mnie 20 i też żyje, tylko jest wyraźnie kwaśniejszy.']],
      'Mój zakwas nazywa się Grażyna i właśnie się obraziła, bo czyta przez ramię.',
      ['Krojenie gorącego to nie błąd, to nagroda.', 'Nagroda z zakalcem, ale nagroda.'],
    ],
  },
  {
    by: 'ola_z_kuchni', picture: 'soup',
    title: 'Zupa na trzy dni, która trzeciego dnia smakuje najlepiej',
    text: md`
      Dostałam dziś pytanie od sąsiadki, więc zapiszę raz i będę odsyłać.

      **Na spód:** dwie cebule, cztery marchewki, pietruszka, kawałek selera, wszystko w kostkę i na maśle, aż zacznie pachnieć. Potem szklanka czerwonej soczewicy, puszka pomidorów, litr bulionu, pół łyżeczki kminu, wędzona papryka.

      Gotuję 25 minut i **nie blenduję**. Trzeciego dnia soczewica sama się rozpada i robi się z tego gulasz, do którego wystarczy kromka chleba.

      Mrozi się bez żadnych strat. Dzieci jedzą, jeśli nie powiecie im, że to soczewica.`,
    talk: [
      ['Czy czerwoną można zamienić na zieloną? Stoi mi paczka od stycznia.', 'OP> Można, tylko gotuj dłużej i dolej bulionu. Nie rozpadnie się, za to będzie co gryźć.'],
      'Z łyżką octu jabłkowego na koniec robi się z tego zupełnie inna zupa. Polecam spróbować na jednej porcji.',
      ['„Jeśli nie powiecie im” to jest cała moja strategia wychowawcza.', 'Działa do siódmego roku życia, potem zaczynają czytać opakowania.'],
    ],
  },
  {
    by: 'student_pw', tone: 'liked',
    title: 'Tydzień jedzenia za 85 zł. Raport z akademika',
    text: md`
      Zakład z współlokatorem: tydzień, pełne posiłki, budżet **85 zł**. Wygrałem. Zestawienie:

      | Co | Ile | Cena |
      | --- | ---: | ---: |
      | Makaron | 1 kg | 7,50 |
      | Jajka | 10 szt. | 11,90 |
      | Ziemniaki | 3 kg | 8,70 |
      | Mrożony szpinak | 2 op. | 9,80 |
      | Twaróg | 3 kostki | 13,50 |
      | Ciecierzyca w puszce | 3 szt. | 11,40 |
      | Chleb, cebula, czosnek, olej | | 19,60 |

      Razem 82,40. Za resztę kupiłem czekoladę, bo nie jestem zwierzęciem.

      Najlepszy obiad: makaron ze szpinakiem, twarogiem i taką ilością czosnku, że współlokator spał przy otwartym oknie.`,
    talk: [
      ['Brakuje mi tu jakiegokolwiek owocu.', ['OP> Czekolada jest z kakaowca. Kakaowiec to drzewo. Sprawa zamknięta.', 'Nie da się z tym kłócić.']],
      'Ciecierzyca z piekarnika, papryka, sól, dwadzieścia minut. Podziękujesz sobie w środę wieczorem.',
      ['A ile z tego zostało na kolejny tydzień? Bo olej i makaron to chyba nie zeszły w siedem dni.', 'OP> Zostało pół butelki oleju i godność.'],
    ],
  },
  {
    by: 'agata_budzet', tone: 'split',
    title: 'Robot kuchenny za kilka tysięcy: ktoś naprawdę używa po roku?',
    text: md`
      Pytam poważnie, bo mąż chce kupić, a ja widzę już, jak stoi obok maszyny do chleba i sokowirówki.

      Gotuję codziennie dla czwórki. Sieka mi nóż, miesza łyżka, a gotuje garnek. Co zmienia się w życiu po takim zakupie? Chętnie usłyszę od kogoś, kto ma **dłużej niż rok** i nie pracuje w sprzedaży.`,
    talk: [
      ['Cztery lata, używam codziennie. Kupka prania i obiad robią się jednocześnie, w tym cała tajemnica.', ['Pranie też miesza?', 'Nie, ale w tym czasie je rozwieszam, zamiast stać nad garnkiem.']],
      ['{Kupiłem|Kupiłam}, {używałem|używałam} trzy miesiące, sprzedane ze stratą. Mycie trwa dłużej niż krojenie.', ['To samo. Misa w zmywarce zajmuje pół górnego kosza.', 'Bo myje się ją samą wodą z płynem na obrotach, trzydzieści sekund. Trzeba było zajrzeć do instrukcji.', 'Instrukcję {czytałem|czytałam}. Zapach curry został na zawsze.']],
      'Za te pieniądze porządny nóż, porządna patelnia, garnek żeliwny i jeszcze zostanie na wakacje.',
      ['Nie rozumiem tej pogardy do urządzeń. Pralkę też macie na kijankę?', ['Pralka robi coś, czego nie chcę robić. Gotować lubię.', 'No właśnie: lubisz. A ja nie lubię i mam prawo.']],
    ],
  },
  {
    by: 'demo', picture: 'pizza',
    title: 'Pizza w zwykłym piekarniku: sposób, który wreszcie działa',
    text: md`
      Kilkanaście prób, dwie blachy do wyrzucenia i jest. Skrót dla niecierpliwych:

      - ciasto **65% wody**, dwie doby w lodówce,
      - odwrócona blacha na najwyższej półce, piekarnik na maksimum **45 minut wcześniej**,
      - sos na surowo: pomidory z puszki, sól, nic więcej,
      - ser dopiero po trzech minutach, inaczej zdąży się spalić.

      Cztery do pięciu minut i gotowe. Kamień nie jest potrzebny, choć pewnie zaraz ktoś napisze, że jest.`,
    talk: [
      ['Kamień jest potrzebny.', ['OP> Dziękuję, czekałem.', 'Stal jest lepsza od kamienia, skoro już się kłócimy.']],
      'Ser po trzech minutach to jest złoto. Zawsze wychodził mi brązowy kożuch.',
      ['65% na zwykłej tortowej czy lepiej typ 00?', 'OP> Zwykła 550 z dyskontu. Przy dwóch dobach w lodówce różnica jest dla mnie niewyczuwalna.'],
    ],
  },
  {
    by: 'pan_pomidor', picture: 'tomatoes',
    title: 'Przecier z 40 kilo pomidorów. Jak to zrobić i nie zwariować',
    text: md`
      Co roku obiecuję sobie, że posadzę mniej. Co roku kłamię.

      Mój sposób na przerób bez garów na każdym palniku: pomidory kroję na pół, układam na blachach, **180 stopni, godzina**. Odparowują, lekko się przypiekają, skóra schodzi sama. Potem sito albo maszynka, do słoików po pół litra i pasteryzacja w piekarniku, 120 stopni, 40 minut od zagotowania.

      Z czterdziestu kilo wyszło 31 słoików. Kręgosłup zapłacił resztę.`,
    talk: [
      ['Z piekarnika naprawdę starcza pasteryzacji? {Czytałem|Czytałam}, że szkło może pękać.', 'OP> Wstawiam do zimnego i grzeję razem z piecem, na blasze z wodą. W tym roku pękł jeden, bo miał rysę.'],
      'Pieczone przed przetarciem to zupełnie inny smak. {Zrobiłem|Zrobiłam} tak rok temu i do gotowanych już nie wracam.',
      '31 słoików to u mnie do listopada. Dwójka nastolatków, makaron codziennie.',
    ],
  },
  {
    by: 'priya_reads', english: true, picture: 'cake',
    title: 'A foreigner makes pierogi ruskie: a tragedy in four batches',
    text: md`
      My landlady said "it is easy, you just do it until it is good". She was right about the second half.

      **Batch one.** Dough like a bicycle tyre. I had used cold water and too much ambition.
      **Batch two.** Lovely dough, half of them opened in the pot. Cheese soup.
      **Batch three.** Closed properly, but I had forgotten the pepper, and without pepper they taste like waiting for a bus.
      **Batch four.** Good. Actually good. Fried onion, a spoon of cream, silence at the table.

      What I know now: hot water in the dough, a bit of butter, rest it for half an hour, and pinch every edge twice while thinking of somebody who annoyed you.

      Next stop: barszcz. Tips welcome, in either language.`,
    talk: [
      ['“Like waiting for a bus” is the most accurate review of unseasoned farmer cheese ever written.', 'And Polish winters supply the bus stop.'],
      ['Po polsku, bo przepis babci nie zna angielskiego: do ciasta łyżka śmietany i odpoczynek pod ciepłą miską. Wtedy samo się klei.', 'OP> Understood every word of that, which surprised me more than the pierogi did. Dziękuję!'],
      'For the barszcz: roast the beets first, and do not let it boil after you add the sour part, or it goes brown and sad.',
    ],
  },
  {
    by: 'balkonowa_julia',
    title: 'Pesto z rzodkiewkowych liści i inne rzeczy, których nie wyrzucam',
    text: md`
      Seria „z niczego”, odcinek pierwszy:

      - **Liście rzodkiewki**: pesto z czosnkiem, słonecznikiem i twardym serem. Ostrzejsze niż bazyliowe.
      - **Obierki z ziemniaków** (dobrze umyte): olej, sól, 200 stopni, kwadrans. Chipsy.
      - **Woda po ciecierzycy**: piana do bezy, serio.
      - **Skórki z parmezanu**: do zupy, wyjąć przed podaniem.

      Co jeszcze? Szukam pomysłu na łodygi brokułów, bo mam ich w zamrażarce pół szuflady.`,
    talk: [
      ['Łodygi brokułów obieram i jem na surowo z solą, zanim ktokolwiek wejdzie do kuchni.', 'To samo robię z głąbem kapusty. Łączy nas coś ważnego.'],
      'Zetrzeć na grubej tarce, jajko, mąka, placki. Smakują jak placki ziemniaczane po kursie zdrowego życia.',
    ],
  },
  {
    by: 'zrzeda', tone: 'split',
    title: 'Carbonara ze śmietaną to nie zbrodnia. Proszę się uspokoić',
    text: md`
      Wiem, co zaraz przeczytam. Że Włoch płacze, że jajka, że guanciale, że w Rzymie za to biją.

      A ja jem ze śmietaną, z boczkiem i z pieczarkami, i smakuje mi od trzydziestu lat. Nie nazywam tego arcydziełem kuchni włoskiej. Nazywam to kolacją.

      Połowa „tradycyjnych” przepisów jest młodsza od mojego roweru. Jedzmy, co lubimy.`,
    talk: [
      ['Jeść możesz, co chcesz. Tylko nazwij to makaronem ze śmietaną i nikt nie powie złego słowa.', ['OP> A jak nazwę to „Wacław”, to lepiej?', 'Zdecydowanie. Poproszę przepis na Wacława.', 'Wacław z pieczarkami to jest już klasyk tego forum.']],
      ['Śmietana zabija całą technikę. Cały sens tego dania to emulsja z żółtka, sera i wody z makaronu.', ['Cały sens tego dania to zjeść kolację w dwanaście minut.', 'No to zrób jajecznicę, będzie jeszcze szybciej.', 'XX> Wy naprawdę jesteście nienormalni z tym makaronem.']],
      'Zgadzam się co do roweru, nie zgadzam co do pieczarek. Pieczarki to przesada.',
      ['Mój szwagier jest Włochem. Nie płacze. Jest tylko rozczarowany.', 'To gorsze niż płacz.'],
    ],
  },
  {
    by: 'agata_budzet', picture: 'chart-bars',
    title: 'Policzyłam: gotowanie na dwa dni kontra codziennie',
    text: md`
      Przez osiem tygodni zapisywałam czas i prąd. Tygodnie nieparzyste: codziennie coś nowego. Parzyste: gotuję co drugi dzień, podwójnie.

      | | codziennie | co drugi dzień |
      | --- | ---: | ---: |
      | czas w kuchni (tydzień) | 7 h 10 min | 4 h 25 min |
      | prąd | 11,8 kWh | 8,1 kWh |
      | wyrzucone jedzenie | 640 g | 310 g |
      | narzekania przy stole | 3 | 9 |

      Ostatni wiersz jest oczywiście najważniejszy. Zostaję przy parzystych, ale w środę robimy naleśniki na żądanie.`,
    talk: [
      'Narzekania na osobę czy łącznie? Bo to zmienia cały rachunek.',
      ['Prawie trzy godziny tygodniowo. Przecież to jest sto czterdzieści godzin w roku!', 'OP> Dlatego teraz mam czas pisać o tym posty.'],
    ],
  },
  {
    by: 'ola_z_kuchni', state: 'edited',
    title: 'Ogórki kiszone: sól, woda i cierpliwość (odpowiedź na 14 wiadomości)',
    text: md`
      Po ostatnim zdjęciu skrzynka mi pękła, więc zbiorczo.

      - Sól: **30 g na litr** wody, kamienna niejodowana.
      - Koper z baldachami, czosnek, chrzan (i liść, i korzeń), liść wiśni albo dębu. Dąb trzyma twardość.
      - Ogórki w wodzie lodowatej godzinę przed włożeniem.
      - Trzy dni w kuchni, potem chłód.

      Biały nalot na wierzchu to zwykle drożdże, nie pleśń: zdejmuję łyżką. Kolorowy i puchaty wyrzucam razem z nadziejami.

      *Edycja: sól na litr, nie na słoik. Przepraszam tych dwóch, którzy zdążyli.*`,
    talk: [
      ['Jestem jednym z tych dwóch. Ogórki mogą teraz przetrwać wojnę.', 'OP> Wisię Ci słoik. Serio, pisz na priv.'],
      'Liść dębu potwierdzam, różnica jak dzień i noc.',
      'A ktoś kisił z liściem czarnej porzeczki? Mama tak robiła i nie umiem powtórzyć smaku.',
    ],
  },
  {
    by: 'student_pw', tone: 'ignored',
    title: 'Czy ryż na sypko w ogóle istnieje, czy to spisek?',
    text: 'Proporcja 1:2, płukanie, przykrywka, nie mieszam, odstawiam. I co? Kasza manna. Gdzie robię błąd? Ryż najtańszy, długoziarnisty, garnek po babci.',
    talk: [
      ['Wody za dużo. Na długoziarnisty 1:1,5 i od zagotowania najmniejszy ogień.', 'OP> Wyszło. Nie wierzę. Dwa lata życia.'],
      'Gotuj jak makaron, w dużej ilości wody, odcedź. Żadnej filozofii.',
    ],
  },
  {
    by: 'zakwasowy', english: true,
    title: 'Rye sourdough for people who were told that rye is difficult',
    text: md`
      Rye is not difficult. It is *different*: no kneading, no windowpane, no shaping heroics. Think porridge, not dough.

      1. Evening: 200 g rye flour, 200 g water, 40 g starter. Leave it on the counter.
      2. Morning: add 300 g rye flour, 270 g water, 10 g salt, a spoon of honey if you like. Stir with a spoon.
      3. Into a greased tin, smooth the top with a wet hand, wait until it has risen by a third.
      4. 240 °C for 15 minutes, 200 °C for 40 more.
      5. **Do not cut it before tomorrow.** I mean it. Rye needs a day, otherwise it is glue.

      It keeps for a week, and on day four it is at its best.`,
    talk: [
      ['I cut it after two hours. It was glue. You did warn me.', 'OP> Everybody does it once. Toast it, toasting forgives everything.'],
      'Porridge, not dough. That sentence fixed two years of failed loaves.',
    ],
  },
  {
    by: 'pan_pomidor', tone: 'liked', picture: 'still-life',
    title: 'Żona wyjechała na tydzień. Dzień czwarty, gotuję sam',
    text: md`
      Dzień pierwszy: kanapki. Dzień drugi: kanapki na ciepło. Dzień trzeci: zadzwoniłem do córki i dowiedziałem się, gdzie mieszka patelnia.

      Dziś była **jajecznica z pomidorami z własnego krzaka** i jestem z siebie dumniejszy niż z matury. Jutro planuję ziemniaki. Całe.

      Na zdjęciu stan blatu. Proszę nie pokazywać żonie.`,
    talk: [
      'Ziemniaki w całości to już kuchnia zaawansowana, brawo za odwagę.',
      ['Wiem, że miało być śmiesznie, ale mój tata nauczył się gotować po sześćdziesiątce i teraz nie można go wygonić z kuchni. Trzymam kciuki.', 'OP> Dziękuję. Zobaczymy, jak pójdzie z pierogami.'],
      ['Patelnia mieszka w piekarniku. Zawsze. Nikt nie wie dlaczego.', 'Bo nigdzie indziej się nie mieści, a potem ktoś włącza piekarnik.'],
    ],
  },
]
