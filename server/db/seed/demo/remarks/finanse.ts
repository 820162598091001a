import type { Remarks } from '../content.ts'

export const finanse: Remarks = {
  polish: [
    '{Zrobiłem|Zrobiłam} podobną tabelę i wyszło mi coś zupełnie innego.',
    'Nie każdy ma z czego odkładać, warto o tym pamiętać przy takich radach.',
    'Mały druk, zawsze mały druk.',
    'Prosty arkusz bije każdą aplikację.',
    'Zawsze zaskakuje mnie, ile kosztują drobne.',
    'Przy dwójce dzieci wszystkie liczby się śmieją i wychodzą.',
    'Zapytaj o to na piśmie. Na piśmie odpowiadają inaczej.',
    'Ktoś tu wreszcie pisze po ludzku, a nie „trzeba żyć skromniej”.',
    'W tabelce wszystko wygląda łatwo. W sklepie już mniej.',
    'Plus za uczciwość.',
    'Moja babcia powiedziałaby to samo jednym zdaniem i bez arkusza.',
    'Zapisuję, pierwszego siadamy do tego z drugą połową.',
    'Najwięcej kosztuje to, o czym się nie rozmawia.',
    'Po tym wątku {poszedłem|poszłam} sprawdzić własne rachunki. Polecam, boli.',
  ],
  english: [
    'Do not forget the one-off costs, they are never one-off.',
    'We do it with three envelopes and a jar.',
    'Ask for it in writing, the answer changes.',
    'It looks so easy in a table and so different in a shop.',
  ],
}
