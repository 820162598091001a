import { md, type Post } from '../content.ts'

export const programowanie: Post[] = [
  {
    by: 'anna_koduje', tone: 'liked', picture: 'chart-line',
    title: 'Jeden indeks, 40 sekund mniej. Historia zapytania, które wszyscy bali się ruszyć',
    text: md`
      Raport miesięczny liczył się 41 sekund. Nikt go nie dotykał, bo „działa i jest ważny”. Wczoraj dotknęłam.

      ~~~sql
      explain (analyze, buffers)
      select klient_id, sum(kwota)
      from faktura
      where wystawiono >= current_date - 31 and not anulowana
      group by klient_id;
      ~~~

      Plan pokazał pełne przejście po tabeli, bo jedyny indeks na dacie zaczynał się od \`status\`, którego od dwóch lat nikt nie podaje. Wystarczył częściowy:

      ~~~sql
      create index concurrently faktura_wazne
        on faktura (wystawiono) include (klient_id, kwota)
        where not anulowana;
      ~~~

      | | przed | po |
      | --- | ---: | ---: |
      | czas | 41 s | 0,6 s |
      | bufory | 1,9 mln | 14 tys. |

      Morał: *ważne* zapytania też można czytać. Zwłaszcza ważne.`,
    talk: [
      ['A ile zajął sam indeks na dysku? Bo z include potrafi spuchnąć.', 'OP> 310 MB przy tabeli 22 GB. Po odjęciu anulowanych to naprawdę mało.'],
      ['Dobre, ale u mnie planista i tak wybrałby skan, dopóki statystyki nie są świeże. Robisz vacuum ręcznie?', ['OP> Nie, autovacuum, tylko zmniejszony próg na tej jednej tabeli.', 'To powinien być osobny wpis.']],
      '„Działa i jest ważny” to w naszej firmie synonim „nikt nie wie, jak”.',
      'Dla początkujących: [dokumentacja o EXPLAIN](https://www.postgresql.org/docs/current/using-explain.html) jest naprawdę czytelna, warto godzinę poświęcić.',
    ],
  },
  {
    by: 'null_pointer', tone: 'split',
    title: 'Testy jednostkowe z atrapami wszystkiego nic nie testują',
    text: md`
      Powiem to, co wszyscy myślą. Widziałem dziś test:

      ~~~ts
      test('zapisuje zamówienie', async () => {
        const baza = { zapisz: mock(() => ({ id: 1 })) }
        const wynik = await zapiszZamowienie(baza, zamowienie)
        expect(baza.zapisz).toHaveBeenCalledTimes(1)
        expect(wynik.id).toBe(1)
      })
      ~~~

      Ten test sprawdza, że **atrapa zwraca to, co jej kazaliśmy**. Kolumny mogłoby nie być, typ mógłby się nie zgadzać, transakcja mogłaby nie istnieć.

      Prawdziwa baza w kontenerze wstaje w sekundę. Kopia szablonu w dziesięć milisekund. Jaki jest jeszcze powód?`,
    talk: [
      ['Powód: 4000 testów i CI na dwóch rdzeniach. Ktoś musi to policzyć.', ['OP> Policzyłem u siebie: 1900 testów na prawdziwej bazie, 70 sekund.', 'Bo masz dobrze podzielone. U nas jeden test stawia pół świata.', 'To właśnie jest informacja, którą test ci daje.']],
      ['Atrapy są po to, żeby testować logikę w izolacji. Pełna integracja to inna warstwa, obie mają sens.', ['Zgoda, tylko że w tym przykładzie nie ma żadnej logiki. Jest przekazanie parametru.', 'No to taki test należy skasować, a nie wyciągać z niego filozofię.']],
      'XX> Widać, że nie pracowałeś nigdy przy dużym projekcie.',
      'U nas zasada: atrapa tylko tego, za co się płaci albo co ma własny zegar. Resztę uruchamiamy.',
    ],
  },
  {
    by: 'student_pw',
    title: 'Rekurencja: pierwszy raz w życiu zrozumiałem, co robię',
    text: md`
      Dwa lata powtarzałem definicję z wykładu. Dzisiaj układałem matrioszki siostrzenicy i nagle: *otwórz, a jeśli w środku jest mniejsza, zrób to samo z mniejszą, a jak nie ma, wracaj*.

      ~~~python
      def policz(lalka):
          if lalka.w_srodku is None:
              return 1
          return 1 + policz(lalka.w_srodku)
      ~~~

      Siostrzenica ma cztery lata i uważa, że jestem dziwny.`,
    talk: [
      ['Aby zrozumieć rekurencję, trzeba najpierw zrozumieć rekurencję.', 'Aby zrozumieć ten komentarz, przeczytaj komentarz wyżej.'],
      'Świetny przykład, biorę na zajęcia. Przy piątej lalce można pokazać, czym jest stos.',
      'Przepełnienie stosu to wtedy, gdy siostrzenica siada na lalkach.',
    ],
  },
  {
    by: 'bartek_dev', tone: 'liked',
    title: 'Skasowałem 11 tysięcy linii i nikt nie zauważył. Najlepszy dzień w tym roku',
    text: md`
      Sprzątaliśmy starą aplikację. Co poszło:

      - własny menedżer stanu z 2017 (\`useReducer\` wystarczył),
      - trzy biblioteki do dat, z czego dwie nieużywane,
      - pełna obsługa przeglądarki, której nikt nie widział od czterech lat,
      - 212 zakomentowanych bloków z dopiskiem „na wszelki wypadek”.

      Paczka z 1,4 MB do **390 kB**. Żadnych nowych funkcji. Na demo nikt nie klaskał, więc klaszczę sobie sam tutaj.`,
    talk: [
      'Klaszczę. Usunięty kod to jedyny kod bez błędów.',
      ['„Na wszelki wypadek” w repozytorium, które ma historię od 2012. Klasyka.', 'A potem i tak nikt nie szuka w historii.'],
      ['Jak przekonaliście szefostwo, że warto poświęcić na to sprint?', 'OP> Nie przekonaliśmy. Robiliśmy po godzinie w piątki przez pół roku.'],
    ],
  },
  {
    by: 'null_pointer', english: true,
    title: 'Idempotency keys, explained with a vending machine',
    text: md`
      You press the button. The light blinks, nothing falls. You press again. Two bars fall and you paid twice.

      That is a POST without an idempotency key. With a key, the machine remembers *this press*, not *a press*:

      ~~~http
      POST /api/orders HTTP/1.1
      Idempotency-Key: 5f0c2c9e-3d0e-4b60-9f6e-2f3f6f8a8d11
      ~~~

      Rules that kept us out of trouble:

      1. The key belongs to the **user and the call**, not to the whole world.
      2. Store the answer in the *same transaction* as the effect. Otherwise you have built a slower vending machine.
      3. Same key, different body: that is an error, say so.
      4. Let keys die after a day.`,
    talk: [
      ['Rule two is where everybody fails. We kept keys in Redis and the order in PostgreSQL, and then Redis restarted.', 'OP> “And then Redis restarted” is a sentence with many children.'],
      ['What do you return while the first request is still running?', 'OP> We let the second one wait on the row lock, it gets the same answer a moment later. 409 is fine too.'],
      'I will be using the vending machine in every code review from now on.',
    ],
  },
  {
    by: 'suchar_master', tone: 'liked',
    title: 'Dzień z życia: poprawka na jedną linijkę',
    text: md`
      08:55 „To jest jedna linijka, do dziewiątej skończę.”
      09:40 Zależność nie buduje się na nowym systemie.
      10:30 Budowała się, ale inna wersja.
      11:15 Odkrywam, że test przechodził, bo nic nie sprawdzał.
      12:00 Obiad. Myślę o zostaniu pszczelarzem.
      13:20 Linijka zmieniona.
      13:21 Linter chce średnika. W tym projekcie nie ma średników.
      15:00 Zatwierdzone z komentarzem „nit: nazwa zmiennej”.
      15:01 Produkcja. Działa.
      15:02 Zgłoszenie: „przycisk jest teraz o piksel w lewo”.`,
    talk: [
      'Pszczelarz to też wdrożenia w piątek, tylko że produkcja żądli.',
      ['15:03: „a możemy to mieć też w ciemnym motywie?”', 'Wyjdź.'],
      '11:15 przeżyte wczoraj. Test był zielony od 2021 roku, asercja w bloku, do którego nikt nie wchodził.',
    ],
  },
  {
    by: 'excel_to_zycie', tone: 'split',
    title: 'Arkusz kalkulacyjny to najpopularniejszy język programowania na świecie. Zmieńcie moje zdanie',
    text: md`
      Ma zmienne, funkcje, warunki, typy (powiedzmy), a od niedawna lambdy. Uruchamia się natychmiast. Każdy w firmie umie przeczytać wynik.

      Tak, wiem: brak kontroli wersji, brak testów, \`wersja_ostateczna_3_POPRAWIONA.xlsx\`. Ale kiedy programiści mówią „to trzeba przepisać na prawdziwy system”, to po ośmiu miesiącach dostaję **gorszy arkusz z logowaniem**.`,
    talk: [
      ['Gorszy arkusz z logowaniem: właśnie opisałaś całą moją karierę.', 'OP> Pozdrawiam, księgowość.'],
      ['Do trzech osób i dziesięciu tysięcy wierszy: zgoda. Potem zaczyna się archeologia.', ['OP> U mnie piętnaście lat i sto tysięcy wierszy. Archeologia jest, ale wszystko gra.', 'A kto oprócz ciebie wie, co jest w ukrytej kolumnie AQ?', 'OP> Nikt. I dlatego nie mogą mnie zwolnić.']],
      'Daty. Wpisz „1-2” i zobacz, jak twój język zamienia numer domu w pierwszy lutego.',
    ],
  },
  {
    by: 'demo',
    title: 'Jak czytacie cudzy kod? Szukam metody, nie narzędzia',
    text: md`
      Trafiłem do projektu, który ma osiem lat i żadnego README. Na razie robię tak:

      - [x] uruchomić i kliknąć wszystko raz,
      - [x] przeczytać schemat bazy,
      - [x] prześledzić jedno żądanie od przycisku do wiersza w tabeli,
      - [ ] ???

      Co dalej? Notatki na papierze? Testy charakteryzujące? Wypytywanie ludzi przy kawie? Ciekaw jestem, co robicie w **pierwszym tygodniu**.`,
    talk: [
      ['Historia zmian, posortowana po plikach zmienianych najczęściej. Tam jest serce i tam są kłopoty.', 'OP> Świetne, właśnie to puściłem. Wyszły trzy pliki i wszystkie się boję otworzyć.'],
      'Zepsuć coś celowo i sprawdzić, który test zapłacze. Jeśli żaden, to już wiesz najważniejsze.',
      'Kawa z osobą, która siedzi tam najdłużej. Dwie kawy = pół roku czytania.',
      ['Papier. Duży arkusz, strzałki, gumka. {Próbowałem|Próbowałam} narzędzi, żadne nie zostało ze mną na dłużej.', 'Papier ma tę zaletę, że nie prosi o aktualizację.'],
    ],
  },
  {
    by: 'zrzeda', tone: 'split',
    title: 'Kiedyś strona ważyła 40 kB i też się dało kupić bilet',
    text: md`
      Kupowałem dzisiaj bilet na autobus. Strona ściągnęła **9 megabajtów**, trzy razy się przesunęła, zanim trafiłem w przycisk, a na końcu zapytała, czy chcę powiadomienia.

      Bilet kosztował cztery złote. Dziewięć megabajtów na cztery złote.`,
    talk: [
      ['Przez lata {robiłem|robiłam} takie strony. Nikt z zespołu tego nie chce. Analityka, zgody, czat, mapa ciepła: każdy dział dokłada swój kilogram.', 'Czyli wszyscy niewinni, a strona tyje sama.'],
      ['Kiedyś strona ważyła 40 kB i nie działała na telefonie, z czytnikiem ekranu ani w innym języku.', ['OP> Na czytniku działała lepiej, bo miała tekst.', 'Bywało i tak, i tak. Korzystam z czytnika od lat: proste strony były proste, a tabelki z przezroczystym obrazkiem to był koszmar.']],
      'Przesuwające się przyciski powinny być zakazane konwencją.',
    ],
  },
  {
    by: 'stary_wyga', english: true, tone: 'liked',
    title: 'Four bugs from forty years, and the same sentence each time',
    text: md`
      **1986.** Payroll printed every name twice. Somebody had punched a card twice “to be sure”.
      **1999.** Everything was ready for the new century except the coffee machine, which refused to brew until 2000 had passed.
      **2011.** A report was empty on the last day of each month. Time zones. It is always time zones.
      **Last week.** A counter was off by one, on one machine in six. The machine’s clock was three minutes ahead.

      The sentence was, every time: *“But that cannot happen.”*

      I have stopped saying it. I now say “interesting”, and go to look.`,
    talk: [
      ['“Interesting” is a much scarier word when a senior says it quietly.', 'OP> That is the second half of the technique.'],
      'The coffee machine story needs its own thread.',
      ['Time zones again yesterday: our users in one country could not be born on a certain Sunday.', 'Which Sunday?', 'The one where midnight does not exist.'],
    ],
  },
  {
    by: 'piotr_homelab',
    title: 'Kopia zapasowa, której nie odtwarzałeś, to życzenie',
    text: md`
      Krótka historia, bo mi wstyd. Kopie szły co noc, log zielony, mail „OK”. Wczoraj potrzebowałem jednej tabeli sprzed tygodnia.

      Plik miał **0 bajtów**. Od marca. Skrypt kończył się kodem 0, bo ostatnim poleceniem było \`echo "OK"\`.

      ~~~bash
      set -euo pipefail   # tej linijki nie było
      ~~~

      Od dziś co niedzielę odtwarza się sama do pustej bazy i liczy wiersze. Zróbcie to też. Dzisiaj, nie jutro.`,
    talk: [
      ['{Sprawdziłem|Sprawdziłam} swoje. Wyniku nie podam.', 'Ile bajtów?', 'Mniej niż bym chciał.'],
      'Ta jedna linijka powinna być domyślna w każdym edytorze.',
      ['Odtwarzanie na sucho co tydzień mamy od awarii w 2020. Dwa razy wyłapało błąd. Dwa razy to nieskończenie więcej niż zero.', 'Święte słowa.'],
    ],
  },
  {
    by: 'anna_koduje',
    title: 'Z polonistyki do IT: siedem lat później. Odpowiadam na pytania, które dostaję co tydzień',
    text: md`
      **Czy nie żałujesz?** Nie. Ale tęsknię za czytaniem w pracy rzeczy, które nie są logami.

      **Co się przydało?** Umiejętność czytania długich, źle napisanych tekstów i pytania, co autor miał na myśli. Dosłownie.

      **Ile to trwało?** Rok nauki po pracy, pół roku szukania. Pierwsza pensja mniejsza niż w szkole.

      **Czy teraz by się udało?** Trudniej niż wtedy, nie będę kłamać. Ale osób, które umieją *napisać zdanie* w opisie zmiany, nadal brakuje.

      Pytajcie, o co chcecie. Byle nie „jaki język na początek”.`,
    talk: [
      ['Jaki język na początek?', ['OP> Polski.', 'Zamknąć wątek, lepiej nie będzie.']],
      ['Ile godzin dziennie się uczyłaś, mając pracę? Bo ja po ósmej godzinie przed ekranem widzę tylko zaćmienie.', 'OP> Godzina rano, przed pracą. Wieczorem nie działało nic.'],
      'To o czytaniu źle napisanych tekstów trafia w samo sedno zawodu.',
    ],
  },
  {
    by: 'bartek_dev', english: true, tone: 'split',
    title: 'Unpopular opinion: your component library has too many props',
    text: md`
      I counted. Our button accepts **43 props**. Nine of them are booleans that fight each other.

      ~~~tsx
      <Button primary secondary={false} ghost small isLoading loading busy />
      ~~~

      What if a button was… a button? A class for how it looks, children for what it says, and everything else is the platform’s business:

      ~~~tsx
      <button type="submit" className="button button-primary" disabled={isBusy}>Save</button>
      ~~~

      Convince me that the other 40 earn their keep.`,
    talk: [
      ['They do not, but each one was somebody’s Thursday afternoon, and nobody deletes a Thursday.', 'OP> “Nobody deletes a Thursday” is going on a mug.'],
      ['Fine for one team. With thirty teams, `className` means thirty buttons.', ['OP> We have thirty buttons now. They just share an import.', 'Touché, but at least we can fix the focus ring in one place.']],
      'loading, isLoading and busy in one line made me laugh and then it made me check ours. We have all three. And `pending`.',
    ],
  },
  {
    by: 'student_pw', tone: 'ignored',
    title: 'Dlaczego 0.1 + 0.2 to nie 0.3 i jak to wytłumaczyć mamie?',
    text: md`
      Mama prowadzi sklep i zobaczyła w moim programie \`0.30000000000000004\`. Powiedziała, że jak komputer nie umie liczyć groszy, to ona wraca do zeszytu.

      Jak to powiedzieć bez słowa „mantysa”?`,
    talk: ['Powiedz, że komputer zapisuje ułamki jak kucharz bez ćwiartki w miarce: składa z połówek i zawsze coś zostanie. I licz w groszach, na liczbach całkowitych.', 'Zeszyt mamy ma rację. Pieniądze to inty.'],
  },
]
