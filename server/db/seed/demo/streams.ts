/** Streams elsewhere that members announced; without `hours` it is live still. */
export type DemoStream = { by: string, title: string, description: string, url: string, daysAgo: number, hours?: number }

export const streams: DemoStream[] = [
  { by: 'zakwasowy', title: 'Pieczemy na żywo: chleb żytni od zera', description: 'Zakwas, foremka i dużo czekania. Pytania na czacie, odpowiedzi z mąką na rękach.', url: 'https://stream.example.org/zakwasowy', daysAgo: 33, hours: 3 },
  { by: 'filmowy_wojtek', title: 'Rozmowa po seansie', description: 'Bez spoilerów przez pierwsze pół godziny, potem już różnie.', url: 'https://stream.example.org/wojtek', daysAgo: 19, hours: 2 },
  { by: 'piotr_homelab', title: 'Live: replacing the UPS battery', description: 'What could possibly go wrong. Red plug, count to ten.', url: 'https://stream.example.org/piotr', daysAgo: 8, hours: 1.5 },
  { by: 'tatrzanska_kasia', title: 'Świt z przełęczy, transmisja', description: 'Jeśli będzie zasięg. Jeśli nie, to posłuchacie wiatru.', url: 'https://stream.example.org/kasia', daysAgo: 3, hours: 1 },
  { by: 'null_pointer', title: 'Czytamy plany zapytań, odcinek 4', description: 'Przynieście swoje najwolniejsze zapytanie. EXPLAIN na żywo, herbata we własnym zakresie.', url: 'https://stream.example.org/null', daysAgo: 0.06 },
]
