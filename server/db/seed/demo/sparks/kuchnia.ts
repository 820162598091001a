import type { Sparks } from '../content.ts'

export const kuchnia: Sparks = {
  polish: [
    ['Jaka patelnia na lata?', 'Trzecia teflonowa w dwa lata ląduje w koszu. Stal, żeliwo czy węglowa: co wybrać przy indukcji?', [
      'Węglowa. Pierwszy tydzień przekleństwa, potem dwadzieścia lat spokoju.',
      ['Żeliwo, tylko dokup sobie nadgarstek.', 'OP> Przekonujące.'],
    ]],
    ['Sernik opadł i pękł przez środek', 'Kąpiel wodna, 160 stopni, drzwiczki zamknięte do końca. Wygląda jak mapa Rowu Mariańskiego, smakuje świetnie.', [
      ['Pęka, kiedy stygnie za szybko. Uchylone drzwiczki i godzina cierpliwości.', 'OP> Godziny cierpliwości nie mam w szafce, ale spróbuję.'],
      'Polewa. Od zawsze po to istnieje polewa.',
    ], 'cake'],
    ['Co zrobić z kilogramem mięty?', 'Doniczka oszalała. Herbata, lemoniada i tabbouleh już były, rodzina zaczyna pachnieć pastą do zębów.', [
      'Syrop: cukier, woda, mięta, cytryna. W styczniu podziękujesz.',
      'Zamrozić w kostkach lodu. Goście myślą, że to pięć gwiazdek.',
    ]],
    ['Kasza gryczana prażona czy biała?', 'W domu zawsze była palona, a wszędzie widzę teraz białą. Czy to w ogóle ten sam smak?', [
      ['Dwa różne światy. Biała jest delikatna, palona pachnie domem.', 'Palona do gulaszu, biała do sałatki. Pokój na świecie.'],
    ]],
    ['Dzisiejszy bochenek, pierwszy z ładnym uchem', 'Mąka pszenna 750, 70% wody, noc w lodówce. Wreszcie wiem, o co chodzi z tym nacinaniem.', [
      'Ucho jak u Van Gogha przed.',
      ['Jakim kątem nacinane?', 'OP> Prawie płasko, ze trzydzieści stopni.'],
    ], 'bread'],
    ['Bigos: ile dni to już za dużo?', 'Czwarty dzień odgrzewania, za każdym razem lepszy. Gdzie jest granica rozsądku?', [
      ['Po tygodniu to już nie bigos, to dziedzictwo.', 'U babci stał za oknem do lutego.'],
      'Cztery dni w lodówce, potem porcje do zamrażarki. Rozsądek mieszka w zamrażarce.',
    ]],
    ['Obiad do pracy bez mikrofalówki', 'Nowe biuro, zero kuchni, najbliższy bar drogi. Co jecie na zimno, co nie jest sałatką?', [
      'Termos obiadowy. Gorąca zupa o trzynastej zmienia życie.',
      'Tortilla z jajkiem i ziemniakami. Na zimno lepsza niż na ciepło.',
    ]],
    ['Krem z dyni po mojemu', 'Dynia pieczona z imbirem i jabłkiem, na wierzch prażone pestki i kropla oleju z nich. Tyle i aż tyle.', [
      'Imbir i jabłko razem, zapisuję.',
      ['Olej z pestek to jest to. Gdzie kupujesz?', 'OP> Na targu, w butelce po soku. Najlepszy.'],
    ], 'soup'],
    ['Czy wasze dzieci jedzą cokolwiek zielonego?', 'Córka odróżnia natkę pietruszki z odległości trzech metrów. Przemycam szpinak w naleśnikach, ale zaczyna coś podejrzewać.', [
      ['Brokuły jako „drzewka dla dinozaurów”. Działa do czwartego roku życia.', 'Mój syn zapytał, dlaczego dinozaury wymarły. Nie było odpowiedzi.'],
      'Ogórek. Wyłącznie ogórek. Biorę, co dają.',
    ]],
    ['Pierwszy raz {zrobiłem|zrobiłam} makaron od zera', 'Dwie godziny, kuchnia w mące po sufit, trzy porcje. Warto było? Tak. Powtórzę? Za rok.', [
      'Za rok będzie szybciej, a za dwa kupisz maszynkę. Wszyscy tak kończymy.',
      'Trzy porcje z dwóch godzin to i tak dobry wynik.',
    ]],
    ['Zapomniana przyprawa: cząber', 'Do fasoli, do jajek, do pieczonych ziemniaków. Kosztuje grosze, a nikt go nie kupuje.', [
      'W naszym domu „pieprz biedoty”. Do fasolki po bretońsku obowiązkowo.',
      'Zasiany na parapecie, rośnie jak głupi.',
    ]],
    ['Ostrzenie noży w domu: ostrzałka czy kamień?', 'Noże tępe jak poniedziałek. Nie chcę zostać mistrzem, chcę pokroić pomidora.', [
      ['Kamień 1000 i kwadrans na film instruktażowy.', 'OP> Kwadrans mam. Zamówione.'],
      'Dno kubka z nieszkliwionym rantem. Za darmo i działa.',
    ]],
    ['Placki ziemniaczane, ale bez smażenia na pół domu', 'Piekarnik, 220 stopni, dobrze natłuszczona blacha, obracam w połowie. Chrupią, a zasłony nie pachną przez tydzień.', [
      'Herezja, ale zrobione wczoraj i dzieci nie zauważyły.',
      'Blacha musi być gorąca, zanim nałożysz. To cały sekret.',
    ]],
    ['Przepis na ciasto drożdżowe, które wychodzi zawsze', 'Mąka 500 g, mleko 250 ml, dwa jajka, 80 g masła, 80 g cukru, 25 g drożdży. Sekret: wszystko w temperaturze pokojowej i godzina spokoju.', [
      ['Świeże drożdże czy suche?', 'OP> Świeże. Suchych jedna paczka na te proporcje.'],
      'Wyszło za pierwszym razem, a drożdże mnie nienawidzą od lat.',
    ], 'cake'],
    ['Śledzie na święta: robicie wcześniej?', 'U mnie muszą postać minimum trzy dni. Teściowa twierdzi, że tydzień. Kto ma rację?', [
      ['Teściowa ma rację. Zawsze ma rację, zwłaszcza w grudniu.', 'Dyplomata.'],
      'Cztery dni, w oleju, z cebulą i liściem. Dłużej nie wytrzymują, bo znikają.',
    ]],
  ],
  english: [
    ['Where do you buy proper spices in Warsaw?', 'The supermarket cumin has given up on life. Looking for whole spices that still smell of something.', [
      'Any of the small Indian or Georgian shops. Smell first, pay later.',
      'Buy whole, toast, grind. Even tired cumin wakes up a little.',
    ]],
    ['My first żurek, from scratch', 'Five days of fermenting rye flour on the windowsill. My flatmates moved the jar twice and apologised to it once.', [
      ['The apology to the jar is the correct procedure.', 'It has to know that it is loved.'],
    ], 'soup'],
    ['Is kefir a drink or an ingredient?', 'I put it in pancakes, soup and flatbread. My Polish friends just drink it and look worried.', [
      'Both, and in summer it is also lunch: with new potatoes and dill.',
    ]],
  ],
}
