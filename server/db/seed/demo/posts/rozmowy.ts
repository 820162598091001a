import { md, type Post } from '../content.ts'

export const rozmowy: Post[] = [
  {
    by: 'nocna_zmiana', tone: 'liked',
    title: 'Czwarta rano na oddziale. O czym rozmawia się z ludźmi, którzy nie śpią',
    text: md`
      Nie o chorobach. O tym, kogo kochali i komu nie powiedzieli. O pierwszym mieszkaniu. O tym, że seks po sześćdziesiątce istnieje i jest weselszy, niż nam się wydaje (pani z dziewiątki, emerytowana geodetka, śmiała się do łez).

      Najczęstsze zdanie tej zimy: *„gdybym wiedział, że zostało tyle czasu, mniej bym się wstydził”*.

      Piszę to po dyżurze. Mniej się wstydźcie.`,
    talk: [
      ['Pani geodetka powinna mieć własny dział na tym forum.', 'OP> Przekażę. Wypisali ją wczoraj, wyszła w czerwonych butach.'],
      'To zdanie wydrukowane i na lodówkę. Pod magnes z dziećmi.',
      'Pracuję w hospicjum i potwierdzam każde słowo, tylko u nas jest więcej śmiechu, niż ludzie sądzą.',
    ],
  },
  {
    by: 'stary_wyga', tone: 'split',
    title: 'Randkowanie po pięćdziesiątce: notatki terenowe',
    text: md`
      Po rozwodzie, po przerwie, po namowach córki. Trzy miesiące na aplikacji, siedem kaw, jedna wycieczka do Kazimierza.

      - Wszyscy „lubią podróże”. Nikt nie chce jechać w listopadzie.
      - Zdjęcia sprzed dziesięciu lat są po obu stronach, więc **nikt nie ma prawa się gniewać**.
      - Najtrudniejsza rozmowa to nie ta o byłych, tylko ta o zdrowiu. Ktoś bierze tabletki na ciśnienie, ktoś chrapie z aparatem. I dobrze.
      - O bliskości mówi się w naszym wieku zaskakująco zwyczajnie. Jak o grzybach: gdzie, kiedy i czy na pewno jadalne.`,
    talk: [
      ['Porównanie z grzybami wygrywa internet.', ['OP> Doświadczenie grzybiarza.', 'I zasada ta sama: jak nie ma pewności, to nie.']],
      ['Aplikacje to targ próżności, wolę taniec w domu kultury.', ['Też próżność, tylko z muzyką.', 'Ale przynajmniej widać, kto umie prowadzić.']],
      'Córka, która namawia ojca na randki, to jest prawdziwa miłość.',
    ],
  },
  {
    by: 'szczery_do_bolu', tone: 'split',
    title: 'Rok bez alkoholu. Nikt nie zapytał, jak było, wszyscy pytali, dlaczego',
    text: md`
      „Bierzesz antybiotyk?” „Prowadzisz?” „Jesteś w ciąży?” (ostatnie od wujka).

      Powód był prosty: obudziłem się w niedzielę i nie pamiętałem, co powiedziałem w sobotę. Żona pamiętała.

      Po roku: śpię, schudłem siedem kilo, straciłem dwóch kolegów i zyskałem poranki. Najdziwniejsze, że **flirtować na trzeźwo trzeba się uczyć od zera**.`,
    talk: [
      ['Dwóch kolegów od kieliszka to nie strata, to wynik badania.', 'Mocne, ale prawdziwe.'],
      ['Nie wszystko musi być od razu terapią. Człowiek nie pije i tyle, po co o tym pisać.', ['OP> Bo rok temu czegoś takiego szukałem i nie znalazłem.', 'I właśnie dlatego dobrze, że jest.']],
      'Trzeci miesiąc. Dzięki. Wujek też był.',
    ],
  },
  {
    by: 'priya_reads', english: true,
    title: 'The vocabulary nobody teaches: being an adult in a second language',
    text: md`
      I can discuss my thesis in Polish. I could not tell a doctor where it hurts without pointing. I did not know the polite word for *contraception*, and the pharmacist, bless her, drew a calendar.

      What were the words **you** were missing, and how did you learn them? I start: *“skierowanie”* (referral), *“antykoncepcja”*, and *“proszę mnie nie dotykać”*.`,
    talk: [
      ['In my first year I told a date that I was “warm” instead of “I feel warm”. It was a short conversation.', 'OP> I needed this so much, thank you.'],
      '„Proszę mnie nie dotykać” powinno być w pierwszej lekcji każdego języka.',
      'The pharmacist with the calendar is the hero of this story.',
    ],
  },
  {
    by: 'nocny_czytelnik',
    title: 'Ile prywatności w małżeństwie? Telefon leży na stole ekranem do góry',
    text: 'Nie mamy haseł przed sobą, ale też nie czytamy. Znajomi mają wspólne konto pocztowe i uważają nas za dziwnych, inni mają blokadę na wszystko i uważają nas za naiwnych. Gdzie u was biegnie granica, i kto ją narysował?',
    talk: [
      'Granica jest tam, gdzie zaczyna się cudza tajemnica. Przyjaciółka pisała do mnie, nie do nas.',
      ['Kto nie ma nic do ukrycia…', 'Ten i tak zamyka drzwi do łazienki. Prywatność to nie wina.'],
    ],
  },
  {
    by: 'sasiad_spod_7', tone: 'ignored',
    title: 'Cienkie ściany i bardzo szczęśliwa para z góry',
    text: 'Cieszę się ich szczęściem. Naprawdę. Ale wtorek, 1:15, a ja o szóstej wstaję. Jak to powiedzieć, żeby nie było niezręcznie do końca kredytu?',
    talk: ['Kartka w windzie. W windzie masz już przecież prasę.', 'Zagadać przy skrzynkach: „strasznie tu niesie, słyszę u was nawet budzik”. Zrozumieją.', 'Słuchawki dla siebie i list gratulacyjny pod drzwi.'],
  },
]
