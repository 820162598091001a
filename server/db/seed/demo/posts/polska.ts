import { md, type Post } from '../content.ts'

export const polska: Post[] = [
  {
    by: 'wroclawianka', tone: 'liked', picture: 'city-day',
    title: 'Most przy moim bloku otworzyli po czterech latach. Poszłam sprawdzić, czy to prawda',
    text: md`
      Prawda. Stoi, można przejść, a nawet przejechać rowerem bez wysiadania i noszenia.

      Przez cztery lata nauczyłam się objazdu na pamięć i dziś odruchowo skręciłam w lewo, do starej przeprawy, gdzie stał pan z psem i powiedział: „pani też z przyzwyczajenia?”. Postaliśmy chwilę, popatrzyliśmy na nowy most z daleka i każde poszło w swoją stronę. **Objazdem.**`,
    talk: [
      ['Piękne. U nas kładkę zamknęli na trzy miesiące w 2019 roku i wszyscy już zapomnieli, że można było tamtędy chodzić.', 'Trzy miesiące to jednostka umowna, jak „chwila” u dentysty.'],
      'Czekam na wpis za rok: most zamknięty z powodu remontu.',
      ['Pan z psem to zapewne postać z każdego miasta. U mnie stoi przy nieczynnej windzie.', 'OP> Następnym razem zapytam, czy ma rodzinę w innych miastach.'],
    ],
  },
  {
    by: 'pendolino',
    title: 'Przejechałem wszystkie linie kolejowe w województwie. Kilka obserwacji z okna',
    text: md`
      Zajęło mi to jedenaście weekendów i jeden urlop. W skrócie:

      - najładniejszy odcinek to ten, o którym nikt nie mówi, bo pociąg jedzie tam **dwa razy dziennie**,
      - kawa z automatu na małych stacjach jest lepsza niż na dużych dworcach, i to się powtarza,
      - na każdej linii jest jeden pan, który wysiada na stacji bez żadnego domu w zasięgu wzroku. Nie wiem, dokąd idzie,
      - opóźnienia poniżej dziesięciu minut nikogo już nie dziwią, konduktor też tylko wzrusza ramionami.

      Mapy przejazdów rysowałem na [OpenStreetMap](https://www.openstreetmap.org), polecam każdemu, kto lubi kolorować linie. Zwykły bilet, zwykłe pociągi, żadnych rekordów.`,
    talk: [
      ['Ten pan wysiada, bo tam jest najlepsze miejsce na grzyby i nikomu tego nie powie.', 'Potwierdzam, jestem tym panem.', 'XX> A ja wiem, gdzie to jest.'],
      ['Ile wyszło za bilety?', 'OP> Nieco ponad 400 zł przez cały rok, dużo dały weekendowe.'],
      'Zdjęcia! Albo chociaż lista stacji, na których kawa była dobra. To jest informacja publiczna.',
    ],
  },
  {
    by: 'sasiad_spod_7', tone: 'liked',
    title: 'Kartka na drzwiach windy przerodziła się w korespondencję',
    text: md`
      Poniedziałek: *„Szanowni Państwo, uprasza się o niewożenie rowerów windą. Brudzą.”*

      Wtorek, dopisane: *„Rower jest czystszy od Pańskich butów. M. z III piętra.”*

      Środa: *„Moje buty nie mają przerzutek.”*

      Czwartek, innym pismem: *„A kto zostawia worki ze śmieciami na półpiętrze?”*

      Piątek: zarząd zdjął kartkę i powiesił własną, z trzema punktami i pieczątką. Pod pieczątką ktoś dorysował rower.

      To nie ja. Ale znam charakter pisma.`,
    talk: [
      ['Mamy w bloku taką samą wojnę o wycieraczki. Trwa siedem lat, przeżyła dwa zarządy.', ['Wycieraczki? O co można się kłócić przy wycieraczkach?', 'O kolor. Nie pytaj.']],
      '„Moje buty nie mają przerzutek” powinno wisieć w ramce.',
      'Zbieram takie kartki od lat. Najlepsza: „Kto ukradł kartkę o kradzieżach, niech odda”.',
    ],
  },
  {
    by: 'krakus_z_wyboru', tone: 'split',
    title: 'Zakaz wjazdu do centrum: rok później. Co się naprawdę zmieniło?',
    text: md`
      Bez polityki, proszę, same obserwacje z własnej ulicy:

      **Na plus:** ciszej po 22, na chodniku da się wyprzedzić wózek, sąsiad z astmą mówi, że otwiera okno.

      **Na minus:** kurierzy jeżdżą po chodniku, goście krążą po sąsiednich osiedlach i tam jest teraz gorzej, a pani ze sklepu z tkaninami policzyła, że ma o jedną piątą mniej klientów spoza miasta.

      Jak jest u Was? Najchętniej od osób, które mieszkają w środku, nie tylko przejeżdżają.`,
    talk: [
      ['Mieszkam w środku od dwunastu lat. Pierwszy raz {odrobiłem|odrobiłam} z dzieckiem lekcje na balkonie i było słychać ptaki zamiast skutera.', ['Fajnie, że ptaki. A moja mama z Podkarpacia ma dojechać do lekarza dwoma autobusami.', 'Są wyjazdy dla osób z niepełnosprawnością i do przychodni, trzeba wystąpić o zgodę.', 'Wystąpiliśmy. W marcu.']],
      ['Czyli problem nie zniknął, tylko się przesunął o trzy przecznice. Brawo my.', ['Każda zmiana gdzieś coś przesuwa. Pytanie, czy w sumie jest lepiej.', 'Zależy, czy mieszkasz trzy przecznice dalej.', 'Mieszkam. Nie jest lepiej.']],
      'Pani ze sklepu z tkaninami prowadzi sprzedaż przez internet? Pytam poważnie, mojej cioci to uratowało pracownię.',
      'Rok to za krótko. Wróćmy do tego po dwóch zimach.',
    ],
  },
  {
    by: 'dociekliwa',
    title: 'Skąd się wzięło „proszę panią” i dlaczego nie da się tego wyplenić?',
    text: md`
      Uczę w podstawówce. Dziennie słyszę to około czterdziestu razy i za każdym razem odruchowo odpowiadam: „o co mnie prosisz?”.

      Zaczęłam czytać o tym, skąd ten biernik, i wygląda na to, że dzieci robią coś całkiem logicznego: *proszę kogo? panią*. To my mówimy tak, jakbyśmy kogoś o coś prosili.

      Poprawiacie? Czy dajecie językowi żyć?`,
    talk: [
      ['Daję żyć. Język wygra ze mną i tak, a dziecko zapamięta, że pani przerwała mu w pół zdania.', 'Piękne podejście, ale na maturze nikt nie da punktów za logikę.'],
      ['„Wziąść” też dać żyć?', ['Nie. Gdzieś trzeba postawić granicę.', '„Wziąć”, od „brać”. Nikt nie mówi „braść”. No dobrze, mój wujek mówi.']],
      '{Studiowałem|Studiowałam} to przez pięć lat i mogę potwierdzić jedno: poprawianie innych przy stole kończy się samotnymi świętami.',
    ],
  },
  {
    by: 'zrzeda', tone: 'split',
    title: 'Urząd przez internet: dziewięć kliknięć, dwie godziny i telefon do syna',
    text: md`
      Miało być prosto. Zaloguj się profilem. Profil wygasł. Odnów profil. Żeby odnowić, potwierdź bankiem. Bank zmienił aplikację.

      Po godzinie zadzwoniłem do syna. Syn powiedział: „tato, kliknij w link na dole”. Link był szary na szarym tle.

      Dwie godziny. W okienku załatwiłbym to w piętnaście minut, a pani powiedziałaby mi jeszcze, że mam ładny szalik.`,
    talk: [
      ['Rozumiem złość, ale w okienku trzeba najpierw wziąć dzień wolnego, pojechać i odstać. Wolę szare na szarym.', ['OP> Nie każdy pracuje, nie każdy widzi szare na szarym.', 'I to jest sedno: dostępność to nie łaska.']],
      'Projektuję takie formularze. Szary link na szarym tle ktoś zgłosił, ktoś odrzucił, a ktoś trzeci dostał premię za termin.',
      ['Bez przesady. {Złożyłem|Złożyłam} wczoraj wniosek w siedem minut z telefonu, w tramwaju.', 'Gratuluję tramwaju.', 'Bo masz trzydzieści lat i świeży profil. Poczekaj, aż wygaśnie.'],
      'Szalik naprawdę ma znaczenie. W systemie nikt nie pochwali szalika.',
    ],
  },
  {
    by: 'tomas_k', english: true, tone: 'liked',
    title: 'Things I did not understand about Poland after one year, and do after five',
    text: md`
      - **“No” means “yes”.** Nobody warned me. I refused coffee for a month.
      - “We must meet for a beer” is not an invitation, it is a way to say goodbye.
      - If somebody says the soup is “fine”, they hated it. If they complain for five minutes and take seconds, they loved it.
      - A queue is not a line of people. It is a shared memory of who asked *“kto ostatni?”* first.
      - You do not put your bag on the floor. The money runs away. I am Czech, I did not believe it, and then my money ran away.

      What is on your list?`,
    talk: [
      ['“Jakoś to będzie”. First year: irresponsible. Fifth year: the only project plan that has never failed.', 'It is less a plan than a national operating system.'],
      ['„Kto ostatni?” w przychodni to najlepiej działający system rozproszony w Europie. Zero awarii od lat siedemdziesiątych.', 'OP> And it survives network partitions, because the old lady remembers everything.'],
      'Slippers. There is always a pair for guests, and it is always one size too small.',
    ],
  },
  {
    by: 'admin', tone: 'liked',
    title: 'Kilka zdań o tym, jak tu rozmawiamy',
    text: md`
      Witajcie! Zanim zrobi się tłoczno, parę rzeczy:

      1. Kłóćcie się z tym, co ktoś napisał, nie z tym, kim jest.
      2. Zakończenia książek i filmów chowamy: \`>!tak!<\` daje >!coś takiego!<.
      3. Wspomnieć kogoś można przez małpę, na przykład @zakwasowy, a dział przez r/kuchnia.
      4. Zgłoszenia czytają moderatorki i moderatorzy działów, resztę ja. Odpowiadam zwykle tego samego dnia.

      Jeśli coś nie działa, piszcie pod spodem albo na priv.`,
    talk: [
      ['Testuję spoiler: >!działa!<.', 'I wszystko zepsute.'],
      'Dzięki za podgląd tabel w postach. Mała rzecz, a człowiek się uśmiecha.',
      ['Czy będzie ciemny motyw?', 'OP> Jest, księżyc w górnym pasku.'],
    ],
  },
  {
    by: 'wroclawianka', picture: 'city-night',
    title: 'Spacer po zmroku: które miasto jest u nas najładniejsze nocą?',
    text: md`
      Wracałam wczoraj pieszo przez trzy mosty i pomyślałam, że w dzień tego nie widać.

      Głosuję na Wrocław, wiadomo. Ale gdybym miała wskazać drugie, to **Toruń**: światła w wodzie, cicho, ktoś gra na schodach. Przekonajcie mnie do swojego, najlepiej zdaniem, a nie zdjęciem z folderu.`,
    talk: [
      ['Lublin w listopadzie. Mgła schodzi na plac, latarnie robią resztę, a kebab jest o północy za rogiem.', 'Sprzedane na słowie „kebab”.'],
      'Łódź. Jedno podwórko po drugim, raz strach, raz zachwyt, czasem w tej samej bramie.',
      ['Sopot poza sezonem, kiedy na molo jest pięć osób i wszystkie milczą.', 'Molo w styczniu to darmowa terapia.'],
    ],
  },
  {
    by: 'dawny_ziomek',
    title: 'Stare neony, które zniknęły z waszych miast',
    text: 'Zbieram zdjęcia i wspomnienia. U mnie nad kawiarnią świecił kogut, któremu co drugi rok przepalał się ogon. Pamiętacie takie? Nazwa ulicy i rok wystarczą, zdjęcie będzie cudem.',
    talk: [
      'Nad apteką na rogu był wąż w kieliszku, zielony, brzęczał tak, że słychać było w pokoju. Zdjęli w 2008.',
      ['„Miły bar mleczny”, z czego od 1994 świeciło tylko „iły bar leczny”. I tak do niego chodziliśmy.', 'Bar leczny brzmi jak uczciwa reklama.'],
    ],
  },
  {
    by: 'adwokat_diabla', tone: 'split',
    title: 'Teza: napiwki powinny być w cenie. Proszę mnie przekonać, że nie',
    text: md`
      Argument 1: kelnerka nie powinna zależeć od mojego humoru.
      Argument 2: turysta nie wie, ile „wypada”, i albo przepłaca, albo wychodzi na buraka.
      Argument 3: kucharz, który zrobił najwięcej, zwykle nie dostaje nic.

      Nie twierdzę, że mam rację. Twierdzę, że nie znam dobrego kontrargumentu.`,
    talk: [
      ['{Pracowałem|Pracowałam} na sali sześć lat. W dobrą sobotę z napiwków było tyle, ile z tygodnia podstawy. W cenie właściciel by to po prostu zatrzymał.', ['OP> I to jest pierwszy kontrargument, który coś waży. Ale czy to nie argument przeciw właścicielom, a nie za napiwkami?', 'Na jedno wychodzi, póki właściciele są, jacy są.']],
      ['A kto broni zostawiać kucharzowi? Mówię „to dla kuchni” i tyle.', 'I naprawdę Pan wierzy, że trafia do kuchni?'],
      ['A ja lubię dawać napiwek. To jedyny moment, kiedy mogę komuś podziękować inaczej niż słowem.', 'Słowo też jest za darmo i też miłe.', 'Słowem nie zapłaci się czynszu.', 'Napiwkiem też nie powinno się musieć. I wracamy do tezy autora.'],
      'Turysta z komentarza to ja. W Stanach {dałem|dałam} za mało, w Islandii za dużo, w obu miejscach patrzyli tak samo.',
      ['Zaokrąglam w górę i nie robię z tego filozofii.', 'To jest filozofia. Nazywa się umiar.'],
      'Kucharz tutaj. Potwierdzam punkt trzeci, pozdrawiam z zaplecza.',
      'W Japonii za napiwek kelner goni człowieka po ulicy, żeby oddać. Idealny system: nikt nic nie musi i wszyscy są zawstydzeni.',
    ],
  },
  {
    by: 'rudy_i_spolka',
    title: 'Paczkomat zjadł kota (prawie). Historia w pięciu aktach',
    text: md`
      **Akt I.** Zamawiam kotu drapak. **Akt II.** Drapak nie mieści się w skrytce, więc kurier zostawia go „obok, pod opieką”. **Akt III.** Opieką jest krzak.

      **Akt IV.** Idę z transporterem prosto od weterynarza, odbieram pudło, stawiam transporter w otwartej dolnej skrytce, żeby mieć wolne ręce. **Akt V.** Skrytka uprzejmie się domyka.

      Otworzyłem drugim podejściem, kot nawet się nie obudził. Infolinia zapytała, czy przesyłka jest uszkodzona.`,
    talk: [
      'Na pytanie „czy przesyłka jest uszkodzona” odpowiada się: „obrażona”.',
      ['Transporter w skrytce, człowieku, kto tak robi.', 'OP> Ktoś, kto ma dwie ręce i trzy rzeczy.'],
      'Akt VI: drapak stoi w kącie, kot śpi w pudle.',
    ],
  },
  {
    by: 'nocny_czytelnik', tone: 'ignored',
    title: 'Biblioteka na moim osiedlu ma teraz wypożyczalnię narzędzi',
    text: 'Wiertarka, myjka do okien, zestaw kluczy i maszyna do szycia, na zwykłą kartę, na trzy dni. Wypożyczyłem wiertarkę, powiesiłem półkę na książki. Krąg się zamknął. Podobno brakuje chętnych, bo nikt o tym nie wie, więc mówię.',
    talk: ['Gdzie tak pięknie? U nas ledwo starcza na prenumeratę krzyżówek.', '@sasiad_spod_7 teraz już nie będzie wymówki, że wierci kto inny.'],
  },
  {
    by: 'dociekliwa',
    title: 'Mapa: gdzie mówi się „na pole”, a gdzie „na dwór”. Dajcie znać, skąd jesteście',
    text: md`
      Robię z uczniami tabelę. Na razie z rodziny i znajomych:

      | Miejsce | wychodzi się | dziecko bawi się |
      | --- | --- | --- |
      | Kraków | na pole | na polu |
      | Warszawa | na dwór | na dworze |
      | Poznań | na dwór | na dworze |
      | Nowy Sącz | na pole | na polu |
      | moja babcia z Kielc | na dwór *albo* na pole | „gdzie chce, byle wrócił” |

      Dopisujcie! Najbardziej brakuje mi Podlasia i Śląska.`,
    talk: [
      ['Katowice: na dwór. Pod Bielskiem już na pole. Granica biegnie gdzieś przez moją ciotkę.', 'OP> Zapisuję: granica biegnie przez ciotkę.'],
      ['Białystok: na dwór. Ale „dla mamy” zamiast „mamie”, to też warto zbadać.', 'O, to będzie następna tabela.'],
      'Wychodzę na pole, bo na dworze mieszkał król, a ja jestem człowiek prosty.',
      'Rzeszów: na pole. I kropka.',
      ['Lublin: na dwór, ale babcia spod Zamościa mówiła „na podwórko”, nawet jak szła do lasu.', 'OP> Babcie to osobny dialekt.'],
      'Gdańsk: na dwór. Chyba że wieje, wtedy nie wychodzimy.',
      'Szczecin: na dwór, bo u nas wszyscy skądś przyjechali i trzeba było coś ustalić.',
      ['Wrocław: na dwór. Ale moja teściowa ze Lwowa do końca mówiła „na pole”.', 'To samo w Opolu, pół ulicy na pole, pół na dwór. Płot pośrodku.'],
      'Zakopane: na pole, „na polu piźgo” i wszystko jasne.',
      ['Łódź: na dwór. Za to mamy krańcówkę, angielkę i migawkę, więc w innych kategoriach wygrywamy.', 'Migawka to bilet? Całe życie {myślałem|myślałam}, że część aparatu.', 'OP> Dopisuję kolumnę „słowa, które mylą przyjezdnych”.'],
      'Tarnów: na pole, ale syn wrócił ze studiów w Warszawie i teraz mówi na dwór. Przeżyliśmy.',
      'Suwałki: na dwór. Zimą wcale.',
      ['Kielce: pytanie dnia! Moja klasa podzieliła się w 2003 i nie zeszła się do dziś.', 'Babcia z Kielc zatem nie kłamała.'],
      'Bydgoszcz: na dwór. Toruń też, choć nigdy byśmy się do tej zgody nie przyznali.',
      'Przemyśl: na pole. Kto mówi na dwór, ten jest z wycieczki.',
      'Zielona Góra: na dwór, a dziecko „lata po dworze”.',
      ['Częstochowa: dokładnie na granicy. Rano na dwór, wieczorem na pole.', 'To nie dialekt, to zmiana pogody.'],
      ['stary_wyga> Radom: na dwór. @krakus_z_wyboru, przyznaj się, jak mówisz teraz.', 'krakus_z_wyboru> Na pole. Zdrada była stopniowa.'],
      'Bielsko-Biała: na pole, ale z poczuciem winy wobec Katowic.',
      'Olsztyn: na dwór. Przyjezdni pytają, na który.',
      ['Kalisz: na dwór. Mój czterolatek mówi „na zewnątrz” i nie wiem, gdzie {popełniłem|popełniłam} błąd.', 'Przedszkole. Zawsze przedszkole.'],
      'Nowy Targ: na pole. Na dworze to co najwyżej byli panowie.',
      'priya_reads> As a foreigner I learned “na dwór” in Warsaw, said it in Kraków, and was corrected by a taxi driver for twelve kilometres.',
      'Krosno: na pole. W szkole pani poprawiała na dwór, my po lekcjach z powrotem.',
    ],
  },
]
