import type { Sparks } from '../content.ts'

export const kuchnia: Sparks = {
  polish: [
    ['Jaka patelnia na lata?', 'Trzecia teflonowa w dwa lata ląduje w koszu. Stal, żeliwo czy węglowa: co wybrać przy indukcji?'],
    ['Sernik opadł i pękł przez środek', 'Piekłem w kąpieli wodnej, 160 stopni, drzwiczek nie otwierałem. Wygląda jak mapa Rowu Mariańskiego, smakuje świetnie.', 'cake'],
    ['Co zrobić z kilogramem mięty?', 'Doniczka oszalała. Herbata, lemoniada i tabbouleh już były, rodzina zaczyna pachnieć pastą do zębów.'],
    ['Kasza gryczana prażona czy biała?', 'W domu zawsze była palona, a wszędzie widzę teraz białą. Czy to w ogóle ten sam smak?'],
    ['Dzisiejszy bochenek, pierwszy z ładnym uchem', 'Mąka pszenna 750, 70% wody, noc w lodówce. Wreszcie wiem, o co chodzi z tym nacinaniem.', 'bread'],
    ['Bigos: ile dni to już za dużo?', 'Czwarty dzień odgrzewania, za każdym razem lepszy. Gdzie jest granica rozsądku?'],
    ['Obiad do pracy bez mikrofalówki', 'Nowe biuro, zero kuchni, najbliższy bar drogi. Co jecie na zimno, co nie jest sałatką?'],
    ['Krem z dyni po mojemu', 'Dynia pieczona z imbirem i jabłkiem, na wierzch prażone pestki i kropla oleju z nich. Tyle i aż tyle.', 'soup'],
    ['Czy wasze dzieci jedzą cokolwiek zielonego?', 'Córka odróżnia natkę pietruszki z odległości trzech metrów. Przemycam szpinak w naleśnikach, ale zaczyna coś podejrzewać.'],
    ['Pierwszy raz {zrobiłem|zrobiłam} makaron od zera', 'Dwie godziny, kuchnia w mące po sufit, trzy porcje. Warto było? Tak. Powtórzę? Za rok.'],
    ['Zapomniana przyprawa: cząber', 'Do fasoli, do jajek, do pieczonych ziemniaków. Kosztuje grosze, a nikt go nie kupuje.'],
    ['Ostrzenie noży w domu: ostrzałka czy kamień?', 'Noże tępe jak poniedziałek. Nie chcę zostać mistrzem, chcę pokroić pomidora.'],
    ['Placki ziemniaczane, ale bez smażenia na pół domu', 'Piekarnik, 220 stopni, dobrze natłuszczona blacha, obracam w połowie. Chrupią, a zasłony nie pachną przez tydzień.'],
    ['Przepis na ciasto drożdżowe, które wychodzi zawsze', 'Mąka 500 g, mleko 250 ml, dwa jajka, 80 g masła, 80 g cukru, 25 g drożdży. Sekret: wszystko w temperaturze pokojowej i godzina spokoju.', 'cake'],
    ['Śledzie na święta: robicie wcześniej?', 'U mnie muszą postać minimum trzy dni. Teściowa twierdzi, że tydzień. Kto ma rację?'],
  ],
  english: [
    ['Where do you buy proper spices in Warsaw?', 'The supermarket cumin has given up on life. Looking for whole spices that still smell of something.'],
    ['My first żurek, from scratch', 'Five days of fermenting rye flour on the windowsill. My flatmates moved the jar twice and apologised to it once.', 'soup'],
    ['Is kefir a drink or an ingredient?', 'I put it in pancakes, soup and flatbread. My Polish friends just drink it and look worried.'],
  ],
}
