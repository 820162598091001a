import type { Remarks } from '../content.ts'

export const finanse: Remarks = {
  polish: [
    'A po inflacji jak to wygląda? Bo nominalnie każdy wychodzi na plus.',
    '{Zrobiłem|Zrobiłam} podobną tabelę i wyszło mi coś zupełnie innego.',
    'Największe oszczędności są tam, gdzie się płaci raz i zapomina.',
    'Nie każdy ma z czego odkładać, warto o tym pamiętać przy takich radach.',
    'Mały druk, zawsze mały druk.',
    'Sprawdź jeszcze raz oprocentowanie rzeczywiste, nie nominalne.',
    'Dobre, choć u mnie ta pozycja to dwa razy tyle, bo dojeżdżam.',
    'Prosty arkusz bije każdą aplikację.',
    'Zawsze zaskakuje mnie, ile kosztują drobne.',
    'Przy dwójce dzieci te liczby się śmieją i wychodzą.',
    'Zapytaj o to w banku na piśmie. Na piśmie odpowiadają inaczej.',
    '{Liczyłem|Liczyłam} podobnie, tylko bez zębów. Zęby wszystko zmieniają.',
    'Trzymaj się tego jeszcze rok, a potem będzie już z górki.',
    'Ktoś tu wreszcie pokazuje liczby, a nie „trzeba żyć skromniej”.',
    'W tabelce wygląda łatwo. W sklepie już mniej.',
    'Plus za uczciwość, że coś nie wyszło.',
  ],
  english: [
    'Real numbers, thank you.',
    'Do not forget the one-off costs, they are never one-off.',
    'We do it with three envelopes and a jar.',
    'What about the pension side of it?',
  ],
}
