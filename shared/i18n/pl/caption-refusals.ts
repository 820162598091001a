export const captionRefusals = {
  tooLarge: 'Plik z napisami może mieć najwyżej 200 kB.',
  inLine: (line: number, reason: string) => `Wiersz ${line}: ${reason}`,
  problems: {
    encoding: 'To nie jest plik tekstowy z napisami: przyjmujemy WebVTT i SRT.',
    time: 'tu powinien być czas, na przykład 00:00:01.000 --> 00:00:04.000.',
    order: 'koniec napisu musi być później niż jego początek.',
    empty: 'W tym pliku nie ma napisów: przyjmujemy WebVTT i SRT.',
  },
}
