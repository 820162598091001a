import { DEMO_ADMIN, DEMO_MEMBER } from './people.ts'

/** A conversation, oldest first: `>` is the first person's line, `<` the second's. The last ones may still be unread. */
export type Conversation = { between: [string, string], hoursAgo: number, unread?: number, lines: string[] }

/** Private messages; those that were read vanish a day later, as everybody's do. */
export const conversations: Conversation[] = [
  {
    between: [DEMO_MEMBER, 'zakwasowy'], hoursAgo: 20, unread: 1, lines: [
      '> Cześć! Dzięki za przepis, pierwszy bochenek wyszedł całkiem znośny.',
      '< Znośny to już więcej niż mój pierwszy. Mój nadawał się do zatrzymywania drzwi.',
      '> Skórka za twarda. Za długo czy za gorąco?',
      '< Raczej za sucho. Miseczka z wodą na dno na pierwsze piętnaście minut.',
      '> Spróbuję w sobotę. A Bogdan da się rozmnożyć? Chętnie przygarnę łyżkę.',
      '< Jasne. Będę w środę w okolicy rynku, mogę podrzucić słoik.',
    ],
  },
  {
    between: ['tatrzanska_kasia', DEMO_MEMBER], hoursAgo: 9, unread: 2, lines: [
      '> Hej, widziałam Twoje pytanie o nocleg pod chmurką.',
      '< Tak! Trochę się boję, ale bardziej chcę.',
      '> W przyszły weekend idziemy w cztery osoby, spokojna trasa, jest jeszcze miejsce w samochodzie.',
      '> Daj znać do czwartku, bo muszę zgłosić liczbę osób.',
    ],
  },
  {
    between: ['anna_koduje', DEMO_MEMBER], hoursAgo: 30, lines: [
      '> Puściłam u siebie tę komendę z historią plików. Genialna rzecz.',
      '< To nie moje, ktoś w komentarzu podrzucił :)',
      '> I tak dzięki. U nas serce projektu to plik o nazwie `utils2.ts`.',
      '< U nas `common_new_final.ts`. Wygraliśmy?',
    ],
  },
  {
    between: ['northern_jay', DEMO_MEMBER], hoursAgo: 52, unread: 1, lines: [
      '> Hello! You asked about the old laptop. I have a spare 8 GB stick that should fit.',
      '< That is very kind. What do you want for it?',
      '> A loaf of the bread you keep posting about would be a fair trade.',
    ],
  },
  {
    between: [DEMO_MEMBER, DEMO_ADMIN], hoursAgo: 70, lines: [
      '> Dzień dobry, drobna uwaga: w działach z długą nazwą przycisk zawija się na telefonie.',
      '< Dzięki, sprawdzę dziś wieczorem. Jaki telefon?',
      '> Zwykły, 360 pikseli szerokości.',
      '< Poprawione, proszę odświeżyć.',
    ],
  },
  {
    between: ['dociekliwa', DEMO_MEMBER], hoursAgo: 3, unread: 1, lines: [
      '> A Ty skąd jesteś, na pole czy na dwór? Brakuje mi jeszcze czterech województw do tabeli.',
    ],
  },
  {
    between: ['balkonowa_julia', 'pan_pomidor'], hoursAgo: 15, unread: 1, lines: [
      '> Panie pomidorze, nasiona doszły, dziękuję!',
      '< Siać po połowie marca, nie wcześniej. Obiecuje Pani?',
      '> Obiecuję. Najwyżej po pierwszej połowie lutego.',
      '< Nitki, pani Julio. Będą nitki.',
    ],
  },
  {
    between: ['kocia_mama', 'rudy_i_spolka'], hoursAgo: 26, lines: [
      '> Masz jeszcze ten kołnierz po Rudym? Potrzebny na tydzień.',
      '< Jest, tylko z odciskiem zęba.',
      '> Biorę z odciskiem.',
    ],
  },
  {
    between: ['ksiazkara', 'nocny_czytelnik'], hoursAgo: 40, unread: 1, lines: [
      '> Wilki i mapy dla siedmiolatka: trzy tytuły zostawiłam dla Ciebie w bibliotece na hasło „zbój”.',
      '< Jesteś niesamowita. Odbiorę jutro z synem, niech sam powie hasło.',
    ],
  },
  {
    between: ['piotr_homelab', 'tomas_k'], hoursAgo: 11, unread: 1, lines: [
      '> Purple dot shipped here as well. My wife approves.',
      '< Careful, mine has asked for an API.',
    ],
  },
  {
    between: ['excel_to_zycie', 'oszczedny_janek'], hoursAgo: 6, unread: 1, lines: [
      '> Janku, w Twojej tabeli z kminkiem suma się nie zgadza o 2 zł.',
      '< Kaucja za butelkę. Czekałem, kto zauważy.',
      '> Oczywiście, że ja.',
    ],
  },
  {
    between: [DEMO_ADMIN, 'wroclawianka'], hoursAgo: 18, lines: [
      '> Hej, w r/polska wisi kilka zgłoszeń. Dasz radę zerknąć dziś?',
      '< Po 20, jak uśpię dzieci. To te o neonach?',
      '> Tak, i jedno o kłótni pod carbonarą, ale to już kuchnia.',
    ],
  },
]
