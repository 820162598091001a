import type { Sparks } from '../content.ts'

export const polska: Sparks = {
  polish: [
    ['Czy u was też zniknęły budki z zapiekankami?', 'Zostały dwie na całe miasto, a jedna sprzedaje „bagiety rzemieślnicze” za trzydzieści złotych.'],
    ['Pociąg nocny: kuszetka czy sypialny?', 'Dziesięć godzin nad morze, dwie osoby, w tym jedna chrapiąca. Różnica w cenie niemała.'],
    ['Wiosna przyszła na mój przystanek', 'Ktoś posadził żonkile dookoła słupka z rozkładem. Nikt się nie przyznaje, wszyscy podlewają.', 'field'],
    ['Jak wytłumaczyć cudzoziemcowi imieniny?', 'Kolega z pracy pyta, dlaczego dostał ciasto, skoro urodził się w marcu. Poległem na trzecim zdaniu.'],
    ['Hałas z lokalu pod oknem: co naprawdę działa?', 'Rozmowa była, straż była, petycja jest. Weekendy dalej bez snu. Ktoś wygrał taką sprawę?'],
    ['Zachód słońca nad Zalewem, dzisiaj, 18:40', 'Bez filtra, z telefonu, z zimnymi palcami.', 'sea'],
    ['Który urząd w waszym mieście działa najlepiej?', 'Dla odmiany pochwalmy kogoś. U mnie wydział komunikacji: numerek, dwanaście minut, uśmiech w gratisie.'],
    ['Rower miejski zimą', 'Mróz, sól i łańcuch jak po wojnie, a jednak codziennie stoi kolejka. Kto z was jeździ cały rok?'],
    ['Sąsiadka dokarmia gołębie z balkonu', 'Parapet wygląda jak wystawa. Prośby nie pomagają, a kłótni o okruszki nie chcę zaczynać.'],
    ['Lista rzeczy, których nie da się kupić po 20', 'Drożdże, znaczki, śrubka M6 i cierpliwość. Co jeszcze?'],
    ['Nazwy ulic, które was bawią', 'U mnie jest ulica Cicha, przy której stoi stolarnia, i Wesoła, przy której cmentarz.'],
    ['Bilet miesięczny zdrożał o jedną czwartą', 'Rozumiem, że prąd i paliwo, ale w tym samym tygodniu obcięto kursy na mojej linii. Przesiadam się na nogi.'],
    ['Czy ktoś jeszcze wysyła kartki na święta?', 'Kupiłem dwadzieścia sztuk i zorientowałem się, że znam trzy adresy.'],
    ['Mgła nad Wisłą o szóstej rano', 'Jedyna zaleta wczesnego dyżuru.', 'lake'],
    ['Stary dworzec po remoncie: wreszcie ławki', 'I poczekalnia ogrzewana, i zegar, który chodzi. Kto pamięta, jak było, ten przysiądzie z wrażenia.', 'city-day'],
    ['Jakie słowo z waszego regionu powinno trafić do słownika?', 'Zgłaszam „wihajster”. Bez niego nie da się niczego naprawić.'],
    ['Windy nie ma, piętro czwarte, kanapa została', 'Pytanie do przeprowadzkowych weteranów: liny, pasy czy piła?'],
  ],
  english: [
    ['Moving to Kraków in winter: coat, boots, what else?', 'Coming from Lisbon. People keep laughing when I say I own one sweater.'],
    ['How do you address a neighbour you have met twice?', 'Pan, pani, first name, a nod in the lift? I have been nodding for a year.'],
    ['Night bus etiquette', 'A man offered me half of his sandwich at 3 a.m. I said yes. Was that right?'],
    ['What is open on Sundays?', 'I found the calendar of trading Sundays and it looks like a cipher. Is there a rule of thumb?'],
  ],
}
