import type { Remarks } from '../content.ts'

export const kultura: Remarks = {
  polish: [
    'Dopisane do listy. Lista śmieje się ze mnie już drugi rok.',
    'Mnie to akurat nie porwało, ale rozumiem, co może się podobać.',
    'Tak! Wreszcie ktoś to powiedział.',
    'W liceum z musu, po trzydziestce z zachwytem. Ze wszystkim tak mam.',
    'Nie zgadzam się, ale uzasadnienie jest tak dobre, że daję plusa.',
    'Moja siostra namawia na to wszystkich. Teraz wiem dlaczego.',
    'Zaczęło się od jednego rozdziału, a jest druga w nocy.',
    'Najlepsze polecenia mam z tego działu, najgorsze z okładek.',
    'Bibliotekarka na mój widok już tylko kiwa głową.',
    'Kultura to to, co zostaje, gdy padnie telefon.',
    'Chętnie bym o tym {porozmawiał|porozmawiała} przy herbacie i ciastku.',
    '>!I tak wszyscy wiemy, że to był ogrodnik.!<',
    'Za dużo słów „wtem”. Poza tym świetne.',
    'Po takim wpisie żal wracać do arkusza kalkulacyjnego.',
  ],
  english: [
    'Added to the pile. The pile has opinions about that.',
    'I disagree, and I enjoyed every line of it.',
    '>!It was the gardener. It is always the gardener.!<',
    'My library card is getting warm.',
    'Thank you for hiding the endings. You are rare people.',
    'I come here for the arguments and leave with a reading list.',
  ],
}
