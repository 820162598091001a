import { md, type Post } from '../content.ts'

export const zwiazki: Post[] = [
  {
    by: 'para_po_30', tone: 'liked',
    title: 'Dwanaście lat i zmywarka: o co naprawdę się kłócimy',
    text: md`
      Nie o zmywarkę. Zajęło nam to jakieś dziesięć lat, żeby to zauważyć.

      Kiedy on przestawia talerze, ja słyszę: „robisz to źle”. Kiedy ja wzdycham, on słyszy: „znowu ty”. A talerzom jest wszystko jedno.

      Od pół roku mamy zasadę: kto pierwszy powie **„o co tak naprawdę chodzi?”**, ten nie musi wyjmować sztućców. Wyjmuję coraz rzadziej.`,
    talk: [
      ['U nas była to temperatura w sypialni. Dwie kołdry uratowały związek.', ['Skandynawowie wiedzą, co robią.', 'Dwie kołdry, jedna rozmowa. To zawsze jest to samo.']],
      'Zasada ze sztućcami wdrożona. Raport za miesiąc.',
      'A mnie ktoś kiedyś powiedział, że ludzie kłócą się o to, czego nie umieją poprosić. Chyba prawda.',
    ],
  },
  {
    by: 'kocia_mama', tone: 'split',
    title: 'Partner nie lubi kotów. Koty były pierwsze. Co teraz?',
    text: md`
      Jesteśmy razem osiem miesięcy i rozmawiamy o wspólnym mieszkaniu. Postawił warunek: **sypialnia bez kotów**. Ja: zgoda. Koty: brak zgody.

      Czy to kompromis, czy początek listy?`,
    talk: [
      ['Sypialnia bez kotów to bardzo rozsądna prośba, zwłaszcza przy alergii albo lekkim śnie.', 'Koty nie czytały tego rozsądnego argumentu.'],
      ['Początek listy. Najpierw sypialnia, potem tymczasy, potem „dlaczego wszędzie jest sierść”.', ['Nie znasz człowieka, a już wydany wyrok.', 'Znam pięciu takich. Może szósty jest inny.']],
      'Wynajmijcie coś na trzy miesiące razem, zanim cokolwiek sprzedacie. Koty ocenią.',
    ],
  },
  {
    by: 'quiet_maggie', english: true,
    title: 'We broke up kindly, and nobody tells you how strange that is',
    text: md`
      No shouting, no villain. We divided the books by who had cried over them.

      People want to know whose fault it was, so that they can be on a side. There is no side. There is a shelf with gaps, and on Thursdays he still sends me a photo of the dog.

      If you have been here: when did Thursdays stop hurting?`,
    talk: [
      ['About the second autumn, for me. One Thursday I noticed on Friday.', 'OP> That is a very good sentence. I shall wait for my Friday.'],
      'Dividing books by who cried over them is the most civilised thing I have ever read.',
      'Po dwóch latach zdjęcia psa zaczęły po prostu cieszyć. Trzymaj się.',
    ],
  },
  {
    by: 'szczery_do_bolu', tone: 'split',
    title: 'Powiedziałem „kocham” po trzech tygodniach. Cisza trwała dłużej niż związek',
    text: 'Nie żałuję, że powiedziałem. Żałuję, że w kolejce do kasy. Czy jest w ogóle jakiś dobry moment, czy po prostu trzeba mieć szczęście i mniej świadków?',
    talk: [
      ['Z towarem na taśmie? Człowieku.', ['OP> Przy lodach. Wydawało się romantyczne.', 'Jakie lody? To może mieć znaczenie.', 'OP> Cytrynowe. Teraz widzę, gdzie był błąd.']],
      'Trzy tygodnie to nie za wcześnie, jeśli się to mówi bez czekania na odpowiedź.',
    ],
  },
  {
    by: 'nocna_zmiana',
    title: 'Zmęczenie i bliskość: jak to robicie przy pracy zmianowej?',
    text: md`
      On na rano, ja na noc. Widujemy się na karteczkach. Kiedy wreszcie oboje mamy wolne, jedno śpi.

      Umówiliśmy się na „randkę w kalendarzu” i na początku było mi głupio, że wpisuję bliskość między dentystą a przeglądem auta. A potem przyszła ulga, że **w ogóle jest wpisana**.

      Co jeszcze działa? Bez żartów o karteczkach, już je wszystkie znam.`,
    talk: [
      ['Poranki zamiast wieczorów. Nikt o tym nie mówi, a człowiek jest wtedy miły i wypoczęty.', 'Wypoczęty? Z dziećmi?', 'No dobrze, miły.'],
      'Kwadrans na kanapie bez telefonów, od razu po powrocie. Nic więcej nie musi z tego wynikać i dlatego wynika.',
      'Kalendarz to nie wstyd. Wpisuje się to, co ważne.',
    ],
  },
  {
    by: 'adwokat_diabla', tone: 'ignored',
    title: 'Teza: intercyza jest bardziej romantyczna niż wesele na 200 osób',
    text: 'Bo wymaga rozmowy o tym, czego się boimy. Wesele wymaga rozmowy o winietkach. Jestem gotów przegrać tę dyskusję.',
    talk: ['Żona prawniczka pozdrawia i pyta, czy można zacytować w ofercie.', 'Obie rzeczy naraz: intercyza w dwóch egzemplarzach, tort w trzech piętrach.'],
  },
]
