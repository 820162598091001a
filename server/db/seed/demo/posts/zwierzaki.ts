import { md, type Post } from '../content.ts'

export const zwierzaki: Post[] = [
  {
    by: 'kocia_mama', tone: 'liked', picture: 'cat',
    title: 'Tymczas numer 41 miał zostać dwa tygodnie. Dziś podpisałam umowę adopcyjną ze sobą',
    text: md`
      Trafiła z parkingu, chuda, z uchem jak liść. Dwa tygodnie spędziła pod wanną. W trzecim wyszła o trzeciej w nocy i usiadła na moim laptopie, na klawiszu F5.

      W czwartym nauczyła się otwierać szafkę z karmą. W piątym nauczyła tego **pozostałą dwójkę**.

      Wczoraj dzwoniła bardzo miła rodzina. Powiedziałam, że jest już zarezerwowana. Przez kogo, zapytali. No właśnie.

      Nazywa się Faktura, bo przyszła niespodziewanie i trzeba za nią zapłacić.`,
    talk: [
      ['Faktura to najlepsze imię dla kota, jakie {słyszałem|słyszałam} w tym roku.', ['OP> Korekta chodzi za nią krok w krok.', 'A Zaliczka kiedy?']],
      'Pomyłka adopcyjna numer cztery, gratulacje dla obu stron.',
      'Po klawiszu F5 wiadomo było, że to się tak skończy. Ona odświeżała Twoje życie.',
    ],
  },
  {
    by: 'psiara_ewa', picture: 'dog',
    title: 'Trzy miesiące od schroniska. Lista małych rzeczy, które okazały się wielkie',
    text: md`
      - dzień 3: zjadł, kiedy byłam **w tym samym pokoju**,
      - dzień 9: ogon, przez sekundę,
      - dzień 20: zasnął na boku, nie w kłębku,
      - dzień 34: warknął na odkurzacz (czyli uznał, że to jego dom),
      - dzień 61: przyniósł piłkę. Nie wiedział, co dalej. Ja też nie, bo płakałam,
      - dzień 90: śpi na kanapie i chrapie.

      Wszystkim, którzy są w dniu czwartym: naprawdę, poczekajcie.`,
    talk: [
      ['Dzień szósty. Siedzi za kanapą. Bardzo potrzebny był mi ten wpis.', 'OP> Siadaj plecami i czytaj na głos cokolwiek. Instrukcja pralki też może być.', 'Czytam mu instrukcję pralki. Wystawił nos.'],
      'Odkurzacz jako akt własności, piękne.',
      'U nas ogon był w dniu 112. Warto było czekać na każdy z tych 111.',
    ],
  },
  {
    by: 'rudy_i_spolka', tone: 'liked',
    title: 'Rudy u weterynarza: rachunek z komentarzem',
    text: md`
      | Pozycja | Cena | Komentarz Rudego |
      | --- | ---: | --- |
      | Konsultacja | 120 zł | „Nie konsultowano ze mną.” |
      | Obcięcie pazurów | 30 zł | „Kradzież.” |
      | Waga | 0 zł | „Zniesławienie.” |
      | Kołnierz | 45 zł | „Abażur.” |
      | Tabletka | 18 zł | wypluta, znaleziona w bucie |
      | Tabletka, drugi raz | 18 zł | wypluta, znaleziona w drugim bucie |

      Zdrowy. Gruby. Obrażony do czwartku.`,
    talk: [
      ['Tabletka w maśle. Dwa razy, bo pierwszą i tak wypluje z zasady.', ['OP> Masło zlizał. Tabletkę zostawił czystą, lśniącą, na środku dywanu.', 'To już jest rzemiosło.']],
      '„Zniesławienie” przy wadze to najmocniejszy punkt obrony.',
    ],
  },
  {
    by: 'dzialka_pod_lasem', picture: 'field',
    title: 'Jeż w listopadzie, w dzień. Co robić, a czego nie (zapytałam w ośrodku)',
    text: md`
      Znalazłam młodego, łaził po tarasie w południe. Zadzwoniłam do ośrodka rehabilitacji dzikich zwierząt, zapisuję, co usłyszałam:

      1. Jeż w dzień, chwiejny, poniżej około **600 g** o tej porze roku potrzebuje pomocy.
      2. Karton, ściereczka, butelka z ciepłą wodą owinięta ręcznikiem.
      3. Woda tak, **mleko nigdy**.
      4. Nie karmić na siłę, nie kąpać, nie odpchlać samemu. Dzwonić.

      Mój ważył 410 g, jest już w ośrodku. Pan w słuchawce powiedział „dobrze, że pani najpierw zadzwoniła” i od wczoraj chodzę dumna.`,
    talk: [
      ['Mleko to ciągle najczęstszy błąd. Przez bajki.', 'I jabłka na kolcach. Też bajki.'],
      'Zapisuję numer ośrodka w telefonie, zanim będzie potrzebny. Każdemu radzę to samo.',
    ],
  },
  {
    by: 'kocia_mama', tone: 'split',
    title: 'Koty wychodzące: wiem, że to temat na trzysta komentarzy',
    text: md`
      Jako dom tymczasowy widzę jedną stronę: potrącenia, choroby, trutki. Więc moje nie wychodzą. Siatka na balkonie, drapak do sufitu, zabawa dwa razy dziennie.

      Ale przyjmuję też koty od starszych ludzi ze wsi, które wychodziły piętnaście lat i umarły ze starości na przypiecku.

      Nie pytam, kto jest zły. Pytam: **co by was przekonało** w jedną albo drugą stronę?`,
    talk: [
      ['Mnie przekonała jedna noc szukania z latarką. Nigdy więcej.', 'Bardzo współczuję. U nas skończyło się dobrze, ale siatkę {zamontowałem|zamontowałam} następnego dnia.'],
      ['Kot to nie rybka. Życie w czterech ścianach to też cierpienie, tylko ciche.', ['Jeśli ktoś go zostawia samego na dwanaście godzin, to tak. Przy zabawie i wysokościach nie.', 'Skąd to wiadomo? Kot powiedział?', 'Z zachowania. Są na to badania, a nie tylko przekonania.']],
      'Ptaki. Nikt nigdy nie pyta ptaków.',
      ['Woliera przy domu: trzy weekendy pracy, siatka, deski. Wychodzi i nie wychodzi jednocześnie.', 'Kot Schrödingera, ale szczęśliwy.'],
    ],
  },
  {
    by: 'ksiazkara', picture: 'cat',
    title: 'Kot na stosie książek: dokumentacja fotograficzna',
    text: 'Z czternastu książek na stoliku wybrał tę jedną, którą czytam. Zawsze. Testowałam trzy tygodnie, zmieniałam kolejność, podkładałam grubsze. Nie chodzi o wysokość. Nie chodzi o ciepło. Chodzi o zasady.',
    talk: ['Kot siada na tym, na co patrzysz. Patrz na rachunki.', ['OP> Próbowałam. Na rachunki patrzy z politowaniem i wychodzi.', 'Też tak robię.']],
  },
  {
    by: 'psiara_ewa',
    title: 'Fajerwerki: plan na sylwestra, zaczynamy już teraz',
    text: md`
      Co roku 30 grudnia czytam „co robić, pies się boi”. Miesiąc wcześniej można zrobić dużo więcej:

      - **kryjówka** bez okien, z kocem, który już pachnie domem,
      - nagrania wystrzałów bardzo cicho, przy smaczkach, codziennie minutę głośniej *tylko jeśli* pies je spokojnie,
      - rozmowa z weterynarzem o lekach, **teraz**, nie w ostatni dzień,
      - adresówka i numer w czipie do sprawdzenia,
      - ostatni spacer o 16.

      Głaskać wolno. Mit o „nagradzaniu strachu” można odłożyć.`,
    talk: [
      ['Dziękuję za ostatnie zdanie. Ktoś mi kiedyś kazał ignorować trzęsącego się psa.', 'OP> Strachu nie da się nagrodzić. Można tylko nie być samemu.'],
      'Łazienka, szum wentylatora i audiobook. Nasz przespał ostatniego sylwestra do piątej.',
      'Czip sprawdzony: numer telefonu z 2018. Dobrze, że {zajrzałem|zajrzałam}.',
    ],
  },
  {
    by: 'rudy_i_spolka',
    title: 'Ile naprawdę kosztuje kot? Dwanaście miesięcy, wszystkie paragony',
    text: md`
      Ktoś w r/finanse zapytał, więc proszę:

      | Kategoria | Rok |
      | --- | ---: |
      | Karma | 1 860 zł |
      | Żwirek | 540 zł |
      | Weterynarz | 1 290 zł |
      | Zabawki | 210 zł |
      | Pudełka kartonowe | 0 zł |
      | Radość z pudełek kartonowych | bezcenna |

      Razem **3 900 zł**, bez mebli, które już się nie liczą.`,
    talk: [
      ['Bez mebli to jest kreatywna księgowość.', 'OP> Meble zamortyzowały się w pierwszym miesiącu.'],
      'excel_to_zycie> Radość z pudełek proszę zaksięgować po stronie przychodów.',
    ],
  },
  {
    by: 'dzialka_pod_lasem', tone: 'ignored',
    title: 'Sikorki: słonecznik łuskany czy cały?',
    text: 'Łuskany znika w godzinę, cały w dzień, a pod karmnikiem robi się trawnik ze słoneczników. Dokarmiam dopiero od mrozów, woda w poidle codziennie świeża.',
    talk: ['Cały, niech mają zajęcie. I orzechy niesolone w siatce, ale bez plastiku.'],
  },
  {
    by: 'tatrzanska_kasia', picture: 'dog', tone: 'liked',
    title: 'Pies pierwszy raz zobaczył śnieg',
    text: 'Dwa lata, z Podhala, ale adoptowany latem. Stanął na progu, powąchał, spojrzał na mnie jak na winną. Potem jedna łapa. Potem druga. Potem przez dwadzieścia minut nie dało się go złapać.',
    talk: ['To spojrzenie „czy ty to też widzisz?” jest warte każdej zimy.', ['Nasz próbował zjeść wszystek. Prawie mu się udało.', 'I potem całą noc na dwór. Znam.']],
  },
  {
    by: 'kocia_mama',
    title: 'Wyprawka dla pierwszego kota: czego nie kupować',
    text: md`
      - Budki z misiem. Będzie spał w pudle po niej.
      - Miski w parze, woda obok jedzenia. Woda osobno, najlepiej w innym pokoju.
      - Małej kuwety. Największą, jaka się zmieści.
      - Obroży z dzwonkiem. Pan dzwonek wkurza wszystkich, najbardziej pana kota.
      - Pięciu karm „na spróbowanie”. Jedna, a zmiany powoli.

      Kupcie za to dobry transporter, otwierany od góry. Za rok podziękuje wam weterynarz.`,
    talk: ['Otwierany od góry! Pięć lat walki z drzwiczkami, a wystarczyło to wiedzieć.', 'Największa kuweta i tak okazała się za mała. Skończyło się na pudle na narzędzia, polecam.'],
  },
  {
    by: 'northern_jay', english: true,
    title: 'My neighbour’s parrot has learned my ringtone',
    text: 'The walls are thin and the bird is talented. I have missed four real calls because I thought it was him, and answered the phone eleven times because I was sure it was real. The neighbour offered to teach him another one. He now does both, in sequence.',
    talk: ['Change the ringtone to the parrot.', ['Change the ringtone to silence. Let us see what he makes of that.', 'OP> He has started to imitate me saying “hello?”. I live in a play.']],
  },
]
