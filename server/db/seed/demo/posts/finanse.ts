import { md, type Post } from '../content.ts'

export const finanse: Post[] = [
  {
    by: 'excel_to_zycie', tone: 'liked', picture: 'chart-pie',
    title: 'Rok zapisywania każdej złotówki: dokąd to wszystko idzie',
    text: md`
      Dwie osoby, mieszkanie z kredytem, jedno auto. Dwanaście miesięcy, 1 847 wpisów.

      | Kategoria | Udział | Zaskoczenie |
      | --- | ---: | --- |
      | Mieszkanie i kredyt | 38% | żadne |
      | Jedzenie w domu | 19% | mniejsze, niż myślałam |
      | **Jedzenie poza domem** | **11%** | duże. Bardzo duże |
      | Auto | 9% | ubezpieczenie boli raz, ale głośno |
      | Subskrypcje | 4% | siedem, z czego używamy trzech |
      | Reszta | 19% | „reszta” to słowo-wytrych |

      Największa oszczędność nie wzięła się z wyrzeczeń, tylko z **wypowiedzenia czterech abonamentów**. Dziesięć minut, 96 zł miesięcznie.`,
    talk: [
      ['„Reszta 19%” to u każdego najciekawsza kategoria.', 'OP> Rozbiłam ją teraz na pięć. Okazało się, że jedna to prezenty dla dzieci znajomych. Znajomi się mnożą.'],
      ['Ręcznie czy import z banku?', ['OP> Ręcznie, co wieczór, dwie minuty. Import daje dane, wpisywanie daje wstyd.', 'Wstyd to najtańszy doradca finansowy.']],
      'Cztery abonamenty mniej, załatwione w trakcie czytania. Dzięki!',
    ],
  },
  {
    by: 'agata_budzet', tone: 'liked',
    title: 'Od marca bez długów. Bez cudów, bez kursu, bez spadku',
    text: md`
      Zaczynaliśmy (ja i mój arkusz) od **23 400 zł**: karta, limit, raty za pralkę i jeden głupi kredyt na wakacje.

      Co zadziałało:

      1. Lista wszystkich długów na lodówce. Magnesem. Bolało codziennie.
      2. Najpierw najmniejszy. Matematycznie gorzej, psychicznie nie do przebicia.
      3. Konto „na zęby i opony”: 300 zł co miesiąc, choćby się paliło.
      4. Powiedziałam dzieciom. Starsza sama zrezygnowała z telefonu na raty.

      Zajęło to 27 miesięcy. W ostatnim dniu kupiłam lody i nikt nie wiedział, czemu płaczę w kolejce.`,
    talk: [
      ['Ogromne gratulacje. Punkt drugi wszyscy krytykują, a potem wszyscy tak spłacają.', ['Bo odsetki liczy kalkulator, a spłaca człowiek.', 'Ładnie powiedziane, zapisuję.']],
      '„Na zęby i opony” to powinien być oficjalny termin ekonomiczny.',
      'Dziękuję, że napisałaś o dzieciach. Ja się wstydzę powiedzieć i chyba niepotrzebnie.',
    ],
  },
  {
    by: 'oszczedny_janek', tone: 'split',
    title: 'Zmywarka, 60°C czy 50°C: policzyłem, więc wy nie musicie',
    text: md`
      Miernik w gniazdku, 40 cykli, ten sam stopień brudu (żona twierdzi, że nie ten sam).

      - 60°C: średnio **1,08 kWh**
      - 50°C eko: średnio **0,74 kWh**, ale trwa trzy i pół godziny
      - ręcznie pod bieżącą: nie pytajcie, prawie 50 litrów ciepłej wody

      Różnica roczna przy cyklu dziennie: około 110 zł. Za to można mieć **trzy kolacje** albo jedną rozmowę z żoną o tym, czy było warto mierzyć.`,
    talk: [
      ['Za czas poświęcony na mierzenie wyszło pewnie mniej niż najniższa krajowa.', ['OP> Hobby się nie liczy w roboczogodzinach.', 'Dokładnie. Ja łowię ryby i też nie przeliczam.']],
      ['Eko trwa trzy i pół godziny i nie domywa garnków. Potem i tak myję ręcznie, więc oszczędność ujemna.', 'U mnie domywa. Filtr czyszczony kiedykolwiek?', 'Jest tam filtr?!'],
      'Trzy kolacje za 110 zł, to tylko u @student_pw.',
    ],
  },
  {
    by: 'para_po_30', tone: 'split',
    title: 'Wspólne konto czy osobne? Po dwunastu latach nadal nie wiemy',
    text: md`
      Przeszliśmy wszystkie modele:

      - **jedno wspólne** (2014-2017): kłótnia o każdy rower,
      - **całkiem osobne** (2017-2020): rozliczanie się za papier toaletowy,
      - **trzy konta** (od 2020): każde wpłaca procent pensji na wspólne, reszta prywatna i bez pytań.

      Trzecie działa najlepiej, ale teraz ja zarabiam więcej i procent zaczął budzić emocje. Jak to macie rozwiązane?`,
    talk: [
      ['Procent, nie kwota. Jeśli procent budzi emocje, to nie o procent chodzi.', 'OP> Auć. Ale chyba tak.'],
      ['Wspólne i już. Małżeństwo to nie spółka z o.o.', ['Właśnie że trochę jest. I dobrze mieć umowę spółki.', 'Po rozwodzie zmienia się zdanie na ten temat, mówię z doświadczenia.', 'Przykro mi. U nas trzydzieści lat na wspólnym i nie było o co.']],
      'Trzy konta i raz w miesiącu „zebranie zarządu” przy pizzy. Protokół obowiązkowy.',
    ],
  },
  {
    by: 'adwokat_diabla', tone: 'split',
    title: 'Wynajem to nie „wyrzucanie pieniędzy”. Liczę na głos',
    text: md`
      Standardowe zdanie z rodzinnego obiadu brzmi: „wynajmujesz, to spłacasz cudzy kredyt”. Policzmy uczciwie, co przy własnym też się „wyrzuca”:

      - odsetki (na początku większość raty),
      - fundusz remontowy, ubezpieczenie, podatek,
      - remonty: przyjmijmy 1% wartości rocznie,
      - utracony zysk z wkładu własnego.

      Przy moich liczbach wychodzi **prawie remis**, a mogę się przeprowadzić za pracą w miesiąc. Gdzie robię błąd?`,
    talk: [
      ['Błędu nie ma, tylko wynajmujący może wypowiedzieć umowę w dowolnej chwili, a bank nie.', ['OP> To jest dobry argument i nie umiem go wycenić.', 'Wycenia się go w przeprowadzkach. {Miałem|Miałam} pięć w cztery lata.']],
      ['Utracony zysk z wkładu zakładasz 7% rocznie? Bo przy lokacie twój remis znika.', 'OP> 4%. Przy 7% własne przegrywa.'],
      'Po 25 latach właściciel nie płaci nic, a najemca dalej. Zapomnieliśmy o emeryturze.',
      'XX> Typowe usprawiedliwianie lenistwa.',
    ],
  },
  {
    by: 'student_pw',
    title: 'Pierwsza praca, 4800 na rękę, zero pojęcia. Od czego zacząć?',
    text: md`
      Mieszkam w akademiku do czerwca, potem pokój. Długów brak, oszczędności: 1 100 zł i karta na 10% zniżki w pizzerii.

      Myślałem o podziale 50/30/20, ale w internecie każdy mówi co innego, a połowa chce mi coś sprzedać. Co zrobilibyście **w pierwszej kolejności**, mając te dwadzieścia dwa lata jeszcze raz?`,
    talk: [
      ['Poduszka na trzy miesiące, nudne konto, zero filozofii. Dopiero potem cokolwiek innego.', 'Potwierdzam. Nudne jest piękne.'],
      'Zęby. Idź do dentysty, póki małe dziury. Najlepsza stopa zwrotu na rynku.',
      ['Zapisuj wydatki przez trzy miesiące, zanim zaczniesz cokolwiek dzielić. Bez tego 50/30/20 to horoskop.', 'OP> Zaczynam dziś. Pierwszy wpis: drożdżówka, 5,50.'],
      'I nie kupuj auta na raty, żeby dojeżdżać do pracy, w której zarabiasz na to auto.',
    ],
  },
  {
    by: 'excel_to_zycie', picture: 'chart-bars',
    title: 'Ogrzewanie: trzy zimy, trzy rachunki, jeden wykres',
    text: md`
      Po wymianie uszczelek w oknach i przykręceniu termostatów w nocy o dwa stopnie.

      Zima 1: **2 940 zł**. Zima 2 (uszczelki): **2 510 zł**. Zima 3 (uszczelki i termostaty): **2 060 zł**. Ceny przeliczone na stałe, żeby nie oszukiwać.

      Koszt całości: 380 zł i jedno popołudnie z nożykiem.`,
    talk: [
      ['Ile stopni macie w dzień?', ['OP> 21, w sypialni 18.', '18 w sypialni, człowiek się budzi jak świeży ogórek.', 'Albo jak kiszony, zależy od kołdry.']],
      'Uszczelki! Dwadzieścia złotych na okno i nikt o tym nie pamięta.',
    ],
  },
  {
    by: 'zrzeda', tone: 'ignored',
    title: 'Paragony drukują teraz tak, że po miesiącu są puste',
    text: 'Reklamacja butów, paragon w szufladzie, a na paragonie nic. Biała kartka. Pani mówi: „trzeba było zrobić ksero”. Ksero paragonu, żeby udowodnić, że kupiłem buty u pani, która mnie pamięta.',
    talk: ['Potwierdzenie z karty albo historia konta też jest dowodem zakupu, warto się powołać.', 'Zdjęcie telefonem w dniu zakupu. Folder „paragony”, i tak jak z kopiami: kto nie ma, ten będzie miał.'],
  },
  {
    by: 'oszczedny_janek',
    title: 'Lista zakupów na kartce: eksperyment czterotygodniowy',
    text: md`
      Tydzień 1 i 3 bez listy, 2 i 4 z listą. Ten sam sklep, ta sama rodzina.

      > Bez listy: 412 zł i 438 zł.
      > Z listą: 331 zł i 318 zł.

      Do tego w tygodniach bez listy przynieśliśmy **trzy** opakowania kminku. Mamy teraz siedem.

      Przepisy na kminek proszę kierować do r/kuchnia.`,
    talk: [
      ['Siedem kminków to już hurtownia.', 'OP> Otwieram w poniedziałek.'],
      'ola_z_kuchni> Zupa kminkowa z grzankami, kminkowe ciasteczka do piwa, chleb. Damy radę.',
    ],
  },
  {
    by: 'agata_budzet', state: 'deleted',
    title: 'Czy ktoś zna tę firmę od „gwarantowanych 3% miesięcznie”?',
    text: 'Szwagier wpłacił, teraz namawia teściów. Podaję nazwę w komentarzu.',
    talk: ['Gwarantowane 3% miesięcznie to 42% rocznie. Nie ma takich gwarancji. Sprawdź listę ostrzeżeń KNF, zanim teściowie cokolwiek podpiszą.'],
  },
]
