export const community = {
  settings: 'Ustawienia społeczności',
  back: (name: string) => `Wróć do r/${name}`,
  saved: 'Zapisano.',
  failed: 'Nie udało się zapisać zmian',
  moveUp: (name: string) => `Przesuń wyżej: ${name}`,
  moveDown: (name: string) => `Przesuń niżej: ${name}`,
  place: (name: string) => `Miejsce: ${name}`,
  deleteOf: (name: string) => `Usuń: ${name}`,

  look: {
    title: 'Wygląd',
    displayName: 'Nazwa wyświetlana',
    description: 'Opis',
    optional: '(opcjonalnie)',
    pictures: 'Ikona i baner',
    icon: 'Ikona',
    banner: 'Baner',
    bannerHint: 'Szeroki obrazek nad nagłówkiem społeczności, najlepiej cztery razy szerszy niż wyższy.',
    urlHint: 'Adres obrazka zaczynający się od https. Możesz też wybrać plik niżej.',
    submit: 'Zapisz wygląd',
  },

  writing: {
    title: 'Pisanie i głosy',
    posting: 'Kto może dodawać posty',
    members: 'Wszyscy członkowie',
    moderators: 'Tylko moderatorzy',
    moderatorsHint: 'Komentować mogą nadal wszyscy.',
    downvotes: 'Głosy w dół',
    downvotesHint: 'Bez nich posty i komentarze dostają tylko głosy w górę. Głosy oddane wcześniej zostają.',
    allowBot: 'Bot AI może tu pisać',
    allowBotHint: 'Bez tego bot nie odpowiada na komentarze i nie zakłada tu postów.',
    holdNewcomers: 'Posty nowych osób czekają na moderatora',
    holdNewcomersHint:
      'Post kogoś, kto dopiero zaczyna w serwisie, będzie widoczny dla innych dopiero po zatwierdzeniu.',
    submit: 'Zapisz zasady pisania',
  },

  rules: {
    title: 'Zasady',
    lead: 'Najwyżej 15. Moderatorzy wskazują je, gdy coś usuwają.',
    name: (n: number) => `Zasada ${n}`,
    text: (n: number) => `Opis zasady ${n}`,
    add: 'Dodaj zasadę',
    submit: 'Zapisz zasady',
    none: 'Ta społeczność nie ma jeszcze zasad.',
    nameless: 'Każda zasada musi mieć nazwę.',
  },

  flairs: {
    title: 'Etykiety',
    lead:
      'Najwyżej 30. Autorzy oznaczają nimi posty, a czytelnicy mogą według nich filtrować. Usunięta etykieta znika ' +
      'z postów.',
    name: (n: number) => `Etykieta ${n}`,
    color: (n: number) => `Kolor etykiety ${n}`,
    colors: {
      slate: 'szary',
      red: 'czerwony',
      amber: 'bursztynowy',
      green: 'zielony',
      teal: 'morski',
      blue: 'niebieski',
      violet: 'fioletowy',
      pink: 'różowy',
    },
    add: 'Dodaj etykietę',
    submit: 'Zapisz etykiety',
    none: 'Ta społeczność nie ma jeszcze etykiet.',
    nameless: 'Każda etykieta musi mieć nazwę.',
  },

  moderators: {
    title: 'Moderatorzy',
    lead:
      'Moderatorzy dbają o rozmowy w społeczności i zmieniają jej ustawienia. Każdy może usunąć tych, którzy ' +
      'dołączyli po nim.',
    none: 'Nikt teraz nie moderuje tej społeczności.',
    creator: 'Założyciel',
    since: (date: string) => `moderuje od ${date}`,
    waiting: 'Zaproszenie czeka na odpowiedź',
    remove: 'Usuń',
    removeOf: (username: string) => `Usuń z grona moderatorów: ${username}`,
    removeTitle: (username: string) => `Usunąć ${username} z grona moderatorów?`,
    removeText: 'Ta osoba pozostanie członkiem społeczności.',
    removed: (username: string) => `${username} nie moderuje już tej społeczności.`,
    stepDown: 'Zrezygnuj',
    stepDownTitle: 'Zrezygnować z moderowania?',
    stepDownText: 'Wrócić możesz tylko na zaproszenie innego moderatora.',
    withdraw: 'Wycofaj',
    withdrawOf: (username: string) => `Wycofaj zaproszenie: ${username}`,
    withdrawn: (username: string) => `Zaproszenie dla ${username} zostało wycofane.`,
    username: 'Nazwa użytkownika',
    usernameHint: 'Ta osoba dostanie powiadomienie i sama zdecyduje.',
    invite: 'Zaproś',
    invited: (username: string) => `Zaproszenie dla ${username} zostało wysłane.`,
    failed: 'Nie udało się zmienić grona moderatorów',
    cancel: 'Anuluj',
  },

  invites: {
    title: 'Zaproszenia do moderowania',
    emptyTitle: 'Nie masz zaproszeń',
    emptyText: 'Gdy ktoś zaprosi Cię do grona moderatorów, zaproszenie pojawi się tutaj.',
    by: (username: string | null) => (username === null ? 'Zaprasza Cię administrator' : `Zaprasza Cię ${username}`),
    text:
      'Jako moderator będziesz dbać o rozmowy i ustawienia tej społeczności. W każdej chwili możesz z tego ' +
      'zrezygnować.',
    adult: 'Zaproszenie do społeczności dla dorosłych',
    adultText: 'Szczegóły są w wersji dla dorosłych.',
    toAdult: 'Przejdź do wersji dla dorosłych',
    accept: 'Przyjmij',
    acceptOf: (name: string) => `Przyjmij zaproszenie: r/${name}`,
    decline: 'Odrzuć',
    declineOf: (name: string) => `Odrzuć zaproszenie: r/${name}`,
    declined: 'Zaproszenie odrzucone.',
    failed: 'Nie udało się odpowiedzieć na zaproszenie',
    more: 'Pokaż starsze',
  },
}

export type CommunityTexts = typeof community
