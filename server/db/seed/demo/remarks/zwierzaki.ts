import type { Remarks } from '../content.ts'

export const zwierzaki: Remarks = {
  polish: [
    'Proszę pogłaskać ode mnie, za lewym uchem.',
    'Nasz robi podobnie, tylko o czwartej rano.',
    'W razie czego do weterynarza, nie do internetu. Lepiej dmuchać na zimne.',
    'Zwierzę w domu to współlokator z charakterem i bez czynszu.',
    'Kot nie jest złośliwy. Kot jest konsekwentny.',
    'Szacunek za cierpliwość.',
    'Gdyby ludzie tak się cieszyli na czyjś powrót do domu…',
    'Smaczek w kieszeni rozwiązuje większość sporów.',
    'Wycieram klawiaturę z kawy, dzięki.',
    'Czytam na głos swojemu. Udaje, że go to nie dotyczy.',
    'Zapytajcie w schronisku, oni chętnie doradzą każdemu.',
    'Aż mi się ciepło zrobiło.',
    'Sierść na ubraniu to element stroju wieczorowego.',
    'U nas rządzi najmniejsze i najstarsze. Tak jest sprawiedliwie.',
    'Zdjęcie! Bez zdjęcia się nie liczy.',
  ],
  english: [
    'Give them a scratch from me.',
    'Ours does that at four in the morning, with commentary.',
    'Please ask the vet, just to be safe.',
    'Pets are flatmates with character and without rent.',
    'We need a photo, that is the rule.',
  ],
}
