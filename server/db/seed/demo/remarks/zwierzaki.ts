import type { Remarks } from '../content.ts'

export const zwierzaki: Remarks = {
  polish: [
    'Proszę pogłaskać ode mnie, za lewym uchem.',
    'Nasz robi dokładnie to samo, tylko o czwartej rano.',
    'Z tym akurat do weterynarza, nie do internetu. Lepiej dmuchać na zimne.',
    'Ta mina! Drukuję i wieszam w biurze.',
    'Kot nie jest złośliwy. Kot jest konsekwentny.',
    'Adoptowane najlepsze, dwa mam i nie zamienił{bym|abym} na żadne inne.',
    'Ile ma lat? Wygląda na takiego, co już wszystko widział.',
    'U nas pomogła rutyna: zawsze o tej samej porze, zawsze ta sama trasa.',
    'Smaczek w kieszeni rozwiązuje większość sporów.',
    'Wycieram klawiaturę z kawy, dzięki.',
    'Dokładnie tak wyglądał mój pierwszy. Aż mi się ciepło zrobiło.',
    'Szacunek za cierpliwość.',
    'A próbowaliście zabawek węchowych? Dziesięć minut i pies śpi jak po maratonie.',
    'Sąsiadka ma trzy takie i wszystkie rządzą blokiem.',
    'Gdyby ludzie tak się cieszyli na czyjś powrót do domu…',
    'Zapytaj w schronisku, oni chętnie doradzą także po adopcji.',
    'To nie jest gruby kot, to jest kot z zapasem.',
  ],
  english: [
    'Give him a scratch from me.',
    'Ours does that at four in the morning, with commentary.',
    'Please ask the vet, just to be safe.',
    'That face has seen things.',
    'Thank you for adopting an older one.',
  ],
}
