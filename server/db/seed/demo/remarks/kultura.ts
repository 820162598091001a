import type { Remarks } from '../content.ts'

export const kultura: Remarks = {
  polish: [
    'Dopisane do listy. Lista śmieje się ze mnie już drugi rok.',
    'Mnie to akurat nie porwało, ale rozumiem, co może się podobać.',
    'Druga część lepsza, tylko trzeba przetrwać pierwszą.',
    'Tak! Wreszcie ktoś to powiedział.',
    'Czytane w liceum z musu, po trzydziestce z zachwytem.',
    'Uwaga, w trzecim rozdziale jest scena z psem. Pies przeżywa, mówię od razu.',
    '>!Tego zakończenia nie wybaczę nigdy.!<',
    'Widać, że autor kochał tę historię, a redaktor kochał autora.',
    'Jest w bibliotece, kolejka na 40 osób, ale idzie szybko.',
    'Muzyka robi tam połowę roboty.',
    'Spróbuj w oryginale, jeśli możesz. Zupełnie inny rytm.',
    '{Zasypiałem|Zasypiałam} przy tym trzy razy i za każdym razem z poczuciem winy.',
    'W kinie tak, w domu już nie to samo.',
    'Moja siostra wymusza na wszystkich, żeby to przeczytali. Teraz wiem dlaczego.',
    'Polecam też coś z zupełnie innej strony: słuchowiska. Ta sama wyobraźnia, mniej światła.',
    'Nikt nie gra zmęczenia tak dobrze jak drugi plan w tym filmie.',
    'Za dużo słów „wtem”. Poza tym świetne.',
    'Nie zgadzam się z oceną, ale uzasadnienie jest tak dobre, że daję plusa.',
  ],
  english: [
    'Added to the pile. The pile has opinions about that.',
    'The second half is better, if you can be patient with the first.',
    '>!I did not see the brother coming at all.!<',
    'I liked it less than you did, and I liked your review more than the book.',
    'My library has a queue of twelve for this one.',
    'Read it in one night, regretted nothing but the morning.',
    'The soundtrack alone is worth it.',
    'Thank you for hiding the ending. You are a rare person.',
  ],
}
