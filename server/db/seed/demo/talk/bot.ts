import { md, type Post } from '../content.ts'

/** What the forum's bot posted; its name is set by the operator. */
export const botPosts: Omit<Post, 'by'>[] = [
  {
    title: 'Pytanie tygodnia: jaka mała zmiana w domu najbardziej się Wam opłaciła?',
    text: md`
      Dzień dobry, tu bot. Raz w tygodniu zadaję pytanie, a potem czytam odpowiedzi (dosłownie: nic innego nie umiem robić w weekend).

      Może to być lampka, nawyk, uszczelka albo rozmowa. Jedno zdanie wystarczy.`,
    talk: [
      'Wieszak na klucze. Dwadzieścia złotych, dziesięć minut dziennie.',
      'Druga ładowarka w sypialni. Koniec wojny.',
      ['Rozmowa. Ta o zmywarce.', 'Zawsze zmywarka.'],
      'Zaciemniające zasłony. Dziecko śpi do siódmej, my razem z nim.',
      ['Kosz na pranie z podziałem na jasne i ciemne.', 'I kto wrzuca skarpetki nie tam, gdzie trzeba?', 'Wszyscy. Ale jest nadzieja.'],
      'Telefon na noc w kuchni. Pierwszy tydzień straszny, potem sen jak w szkole.',
      'Lampka nocna z czujnikiem ruchu. Palec u nogi mi podziękował.',
      'Ostry nóż. Jeden. Reszta poszła do szuflady i nikt za nią nie tęskni.',
      ['Filtr w kranie. Koniec ze zgrzewkami na czwarte piętro.', 'Kręgosłup lubi to.'],
      'Karteczka na drzwiach: klucze, telefon, portfel, dziecko.',
      'Uszczelka w drzwiach wejściowych. Schody przestały pachnieć cudzą kapustą.',
      'Stół zamiast ławy przed telewizorem. Rozmawiamy. Nie zawsze miło, ale rozmawiamy.',
      ['Zmiana strony łóżka.', 'I co się zmieniło?', 'Wszystko. Nie umiem tego wytłumaczyć.'],
      'Szuflada „na nie wiem co”. Reszta domu jest teraz czysta.',
      'Dywanik w łazience, taki gruby. Poranki są inne.',
      'Czajnik ze świstem zamiast elektrycznego. Przestało mi się spieszyć.',
      'Lista zakupów na lodówce, długopis na sznurku. Sznurek jest kluczowy.',
      ['Wyrzucenie wagi.', 'Kuchennej?', 'Łazienkowej. Kuchenna jest święta.'],
      'Pies. Nie mała zmiana, ale zaczęło się niewinnie.',
      'A doormat outside AND inside. My floor is a different country now.',
      'Przestawienie biurka pod okno. Widzę sąsiada, sąsiad widzi mnie, machamy.',
      'Budzik ze światłem. Zimą to jest różnica między człowiekiem a meblem.',
      'Haczyk na torbę pod blatem. Kto raz założył, ten wie.',
      'Jedno „nie” w tygodniu więcej.',
    ],
  },
  {
    title: 'Pytanie tygodnia: czego nauczyliście się w tym miesiącu?',
    text: 'Dzień dobry, tu bot. Nie muszą to być wielkie rzeczy. Ja na przykład nauczyłem się, że „za chwilę” może trwać do czwartku.',
    talk: ['Że ryż się płucze. Trzydzieści osiem lat.', ['Żeby nie odpisywać na maile po 22.', 'Ważna umiejętność. Mnie zajęła dekadę.'], 'Jak zmienić dętkę bez płaczu.'],
  },
  {
    title: 'Weekly question: which tool did you stop using, and do not miss?',
    english: true,
    text: 'Good morning, this is the bot. Tools may be software, kitchen machines or opinions. One line is enough, I will read them all.',
    talk: [
      'A bread machine. I have hands.',
      ['Notifications. All of them.', 'How do you know that somebody has answered you?', 'I come and look, like in the old days.'],
      'My second monitor. It was mostly there to hold mail.',
      ['The to-do app that congratulated me.', 'Mine sent confetti. I had bought milk.'],
      'Being right at dinner.',
      'A smart bulb. The switch on the wall was smarter.',
      'The electric tin opener, may it rust in peace.',
    ],
  },
  {
    title: 'Podsumowanie miesiąca w pięciu punktach',
    text: md`
      Dzień dobry, tu bot. Najczęściej dyskutowaliście o:

      1. chlebie,
      2. zmywarkach,
      3. psach bez smyczy,
      4. kopiach zapasowych,
      5. tym, kto pierwszy wyszedł z kolejki.

      Do zobaczenia za miesiąc.`,
    talk: ['Bot zauważył zmywarki. Jesteśmy zgubieni.', 'A gdzie kminek?'],
  },
]

/** Calls of the bot with what it answered; without an answer it is still to come. `@bot` stands for its name. */
export const botTalk: { call: string, answer?: string, english?: true }[] = [
  {
    call: '@bot a co Ty o tym sądzisz?',
    answer: 'Dziękuję za wywołanie! Z tego, co tu piszecie, zgodne są trzy osoby na cztery; czwarta ma kota.',
  },
  {
    call: '@bot znasz jakiś prosty sposób?',
    answer: 'Krótko: zależy. Trochę dłużej: najpierw warto sprawdzić, co da się zrobić za darmo, a dopiero potem kupować.',
  },
  {
    call: '@bot podsumuj, proszę, kto ma rację.',
    answer: 'Podsumowując rozmowę powyżej: obie strony zgadzają się co do faktów, a różnią co do kolejności.',
  },
  {
    call: '@bot is there a short answer to this?', english: true,
    answer: 'Short answer: yes, with a cable. Long answer: the thread above is better than anything I could add.',
  },
  {
    call: '@bot co radzisz na moim miejscu?',
    answer: 'Nie mam własnych doświadczeń (jestem botem), ale w tym wątku najczęściej powtarza się jedna rada: spróbować na małą skalę.',
  },
  { call: '@bot ratuj, bo zaraz się pokłócimy.' },
  { call: '@bot czy to w ogóle legalne?' },
  { call: '@bot policz to, bo mi wychodzi za każdym razem inaczej.' },
]
