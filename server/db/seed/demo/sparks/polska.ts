import type { Sparks } from '../content.ts'

export const polska: Sparks = {
  polish: [
    ['Czy u was też zniknęły budki z zapiekankami?', 'Zostały dwie na całe miasto, a jedna sprzedaje „bagiety rzemieślnicze” za trzydzieści złotych.', [
      'Ostatnia przy dworcu, ketchup nadal w trzech stopniach ostrości.',
      ['Trzydzieści złotych? Za bagietkę z pieczarkami?', 'OP> „Rzemieślniczą”.'],
    ]],
    ['Pociąg nocny: kuszetka czy sypialny?', 'Dziesięć godzin nad morze, dwie osoby, w tym jedna chrapiąca. Różnica w cenie niemała.', [
      ['Chrapiącemu sypialny, a sobie kuszetkę w innym wagonie.', 'OP> Rozwiązanie idealne dla związku.'],
      'Zatyczki i dolne miejsce. Reszta to luksus.',
    ]],
    ['Wiosna przyszła na mój przystanek', 'Ktoś posadził żonkile dookoła słupka z rozkładem. Nikt się nie przyznaje, wszyscy podlewają.', [
      'Partyzantka ogrodnicza. Oby więcej takich aktów terroru.',
      'U nas ktoś robi na drutach ocieplacze na słupki. Ten sam gatunek człowieka.',
    ], 'field'],
    ['Jak wytłumaczyć cudzoziemcowi imieniny?', 'Kolega z pracy pyta, dlaczego dostał ciasto, skoro urodził się w marcu. Porażka na trzecim zdaniu.', [
      ['Powiedz: urodziny imienia. Zrozumie albo uda, że zrozumiał.', 'I tak dostał ciasto, więc po co dociekać.'],
    ]],
    ['Hałas z lokalu pod oknem: co naprawdę działa?', 'Rozmowa była, straż była, petycja jest. Weekendy dalej bez snu. Ktoś wygrał taką sprawę?', [
      'Pomiar hałasu z urzędu i cierpliwość. U nas trwało rok, ale ściszyli.',
      ['Rozmowa z właścicielem przy kawie, a nie przez okno o drugiej.', 'OP> Przez okno bywało szybciej.'],
    ]],
    ['Zachód słońca nad Zalewem, dzisiaj, 18:40', 'Bez filtra, z telefonu, z zimnymi palcami.', [
      'Te zimne palce było warto.',
      'Byliśmy pewnie pięćdziesiąt metrów obok, też z telefonem.',
    ], 'sea'],
    ['Który urząd w waszym mieście działa najlepiej?', 'Dla odmiany pochwalmy kogoś. U mnie wydział komunikacji: numerek, dwanaście minut, uśmiech w gratisie.', [
      'Biblioteka. Liczy się? Liczy się.',
      ['Urząd stanu cywilnego. Pani się wzruszyła razem z nami.', 'Bo ślub, a nie podatki.'],
    ]],
    ['Rower miejski zimą', 'Mróz, sól i łańcuch jak po wojnie, a jednak codziennie stoi kolejka. Kto z was jeździ cały rok?', [
      'Cały rok, tylko ścierka w kieszeni na siodełko.',
      'Od listopada do marca hamulce mają charakter.',
    ]],
    ['Sąsiadka dokarmia gołębie z balkonu', 'Parapet wygląda jak wystawa. Prośby nie pomagają, a kłótni o okruszki nie chcę zaczynać.', [
      ['Upiecz ciasto i porozmawiaj. Na ciasto nie przylecą.', 'Przylecą.'],
      'U nas pomogła kartka od administracji, bezosobowa i z paragrafem.',
    ]],
    ['Lista rzeczy, których nie da się kupić po 20', 'Drożdże, znaczki, śrubka M6 i cierpliwość. Co jeszcze?', [
      'Prawdziwy koperek.',
      'Bilet, kiedy automat „chwilowo nieczynny”.',
      ['Żarówka z małym gwintem.', 'Zawsze z tym drugim.'],
      'Czas.',
    ]],
    ['Nazwy ulic, które was bawią', 'U mnie jest ulica Cicha, przy której stoi stolarnia, i Wesoła, przy której cmentarz.', [
      'Ślepa, i naprawdę ślepa. Za to z lustrem drogowym.',
      'U nas Prosta ma cztery zakręty.',
      ['Krótka, najdłuższa w dzielnicy.', 'Urzędnik miał poczucie humoru.'],
    ]],
    ['Bilet miesięczny zdrożał o jedną czwartą', 'Rozumiem, że prąd i paliwo, ale w tym samym tygodniu obcięto kursy na mojej linii. Przesiadam się na nogi.', [
      'I jeszcze wycofali papierowy.',
      ['Nogi mają tę zaletę, że nie podlegają waloryzacji.', 'Buty podlegają.'],
    ]],
    ['Czy ktoś jeszcze wysyła kartki na święta?', 'Kupione dwadzieścia sztuk, a znane adresy trzy.', [
      'Tak, dwanaście. Wracają trzy i to są najlepsze trzy listy w roku.',
      'Pytaj o adresy, ludzie się cieszą już przy pytaniu.',
    ]],
    ['Mgła nad Wisłą o szóstej rano', 'Jedyna zaleta wczesnego dyżuru.', [
      'Wczesny dyżur pozdrawia wczesny dyżur.',
      'Wygląda jak okładka płyty, której nikt nie nagrał.',
    ], 'lake'],
    ['Stary dworzec po remoncie: wreszcie ławki', 'I poczekalnia ogrzewana, i zegar, który chodzi. Kto pamięta, jak było, ten przysiądzie z wrażenia.', [
      ['Zegar, który chodzi! Pamiętam, jak stał na za dwadzieścia trzecia przez osiem lat.', 'Dwa razy na dobę miał rację.'],
    ], 'city-day'],
    ['Jakie słowo z waszego regionu powinno trafić do słownika?', 'Zgłaszam „wihajster”. Bez niego nie da się niczego naprawić.', [
      'Pyra. Już jest? To niech będzie dwa razy.',
      'Fyrtel.',
      ['Sznupać. Niczym się tego nie zastąpi.', 'Grzebać? Nie, to jednak nie to.'],
    ]],
    ['Windy nie ma, piętro czwarte, kanapa została', 'Pytanie do przeprowadzkowych weteranów: liny, pasy czy piła?', [
      'Piła. Mówię jako człowiek, który próbował lin.',
      'Odkręć nóżki i oparcie, zanim ktokolwiek powie „na trzy”.',
    ]],
  ],
  english: [
    ['Moving to Kraków in winter: coat, boots, what else?', 'Coming from Lisbon. People keep laughing when I say I own one sweater.', [
      'Wool socks and a lamp for your desk. The cold is fine, the dark is the problem.',
      'A second sweater. Sorry.',
    ]],
    ['How do you address a neighbour you have met twice?', 'Pan, pani, first name, a nod in the lift? I have been nodding for a year.', [
      '“Dzień dobry” solves everything for about ten years.',
    ]],
    ['Night bus etiquette', 'A man offered me half of his sandwich at 3 a.m. I said yes. Was that right?', [
      ['Yes. Refusing a sandwich at 3 a.m. is an insult in most of Europe.', 'What was in it?', 'OP> Egg. It was a good egg.'],
    ]],
    ['What is open on Sundays?', 'I found the calendar of trading Sundays and it looks like a cipher. Is there a rule of thumb?', [
      'Petrol stations, bakeries, and the one shop that is technically a post office.',
    ]],
  ],
}
