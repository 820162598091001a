import { md, type Post } from '../content.ts'

export const humor: Post[] = [
  {
    by: 'suchar_master', tone: 'liked',
    title: 'Teściowa czytała mi na głos mój horoskop',
    text: md`
      „W tym miesiącu spotka cię w sypialni coś nowego.”

      Spotkało. **Materac.** Bo na starym, jak powiedziała żona, „od lat nic się nie dzieje, poza twoim kręgosłupem”.`,
    talk: [['Horoskop sponsorowany przez salon meblowy.', 'Rabat dla Byków.'], 'Kręgosłup przynajmniej coś czuje.'],
  },
  {
    by: 'krakus_z_wyboru', tone: 'liked',
    title: 'Autentyk z apteki, sobota, kolejka jak na koncert',
    text: md`
      Chłopak, lat może dwadzieścia, szeptem: – Poproszę… te… no… małe opakowanie.

      Pani magister, na całą aptekę: – A jaki rozmiar, bo mamy promocję?

      Kolejka zamarła. Starszy pan z tyłu: – **Synu, bierz promocję. Optymizm nic nie kosztuje.**`,
    talk: [
      ['Starszy pan na prezydenta.', 'OP> Wyszedł bez niczego. Przyszedł chyba tylko po to zdanie.'],
      'W mojej aptece pani mówi „to samo co zwykle?”. Przy teściu.',
    ],
  },
  {
    by: 'nocna_zmiana',
    title: 'Rzeczy usłyszane na nocnym dyżurze, część siódma',
    text: md`
      - „Siostro, ja tu przyszedłem z kolanem, a wychodzę z narzeczoną.” (sala 4, ortopedia)
      - „Czy przy tych lekach można… no wie pani.” „Można, tylko nie skakać.” „A po co skakać?”
      - Małżeństwo, 58 lat stażu: „On mnie jeszcze łapie za kolano. Z tym że teraz, żeby wstać.”`,
    talk: ['„Teraz, żeby wstać” jest jednocześnie śmieszne i najpiękniejsze.', ['Sala 4 to scenariusz na serial.', 'OP> Odcinek drugi w święta, dyżur mam.']],
  },
  {
    by: 'sasiad_spod_7', tone: 'split',
    title: 'Instrukcja składania łóżka dla dwojga, wersja rzeczywista',
    text: md`
      1. Otwórz karton. Policz śruby. Jest o jedną za mało.
      2. Kłótnia wstępna (ok. 15 min).
      3. Element B włóż w element C. Nie, drugi C.
      4. Kłótnia właściwa.
      5. Łóżko stoi. **Przetestuj wytrzymałość.**
      6. Łóżko nie stoi. Patrz punkt 1: ta śruba.`,
    talk: [['Punkt 5 pominęliśmy i stoi do dziś. Przypadek?', 'Smutny przypadek.'], 'XX> Stary dowcip, było w gazecie w 2005.', 'Kłótnia wstępna 15 minut? Młodzi są.'],
  },
  {
    by: 'northern_jay', english: true,
    title: 'My Polish teacher warned me about prefixes. I did not listen',
    text: md`
      There is one verb. You add three letters and it means something *entirely* else. I told my landlady, at length and in front of her mother, what I had been doing all night with the radiator.

      I had meant “repairing”.

      The mother, eighty-one, put down her tea: *“No, a działa?”* Does it work, then?`,
    talk: ['The mother has seen things.', ['Every foreigner has a radiator story. Mine was with a bicycle pump.', 'OP> I will need that story.', 'Absolutely not.']],
  },
  {
    by: 'suchar_master', tone: 'ignored',
    title: 'Suchar na dobranoc (proszę nie zgłaszać)',
    text: 'Dlaczego małżeństwo informatyków jest takie udane? >!Bo oboje wiedzą, że najpierw trzeba zaakceptować warunki.!<',
    talk: ['Zgłaszam.', 'Brawo, pokój opuścił nawet kot.'],
  },
]
