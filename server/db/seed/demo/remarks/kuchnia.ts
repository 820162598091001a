import type { Remarks } from '../content.ts'

export const kuchnia: Remarks = {
  polish: [
    'Zapisane, w sobotę próbuję i dam znać.',
    'U nas w domu robiło się podobnie, tylko zawsze ktoś podjadał w trakcie.',
    'Moja babcia powiedziałaby, że za mało soli, i miałaby rację.',
    'Piekarnik piekarnikowi nierówny, u mnie zawsze trzeba odjąć dwadzieścia stopni.',
    'Wygląda tak, że {wstałem|wstałam} od biurka i {poszedłem|poszłam} zobaczyć, co mam w lodówce. Światło.',
    'Pół łyżeczki cukru, cała łyżka masła i nagle każdy jest kucharzem.',
    'Bez wagi kuchennej wszystko jest wróżeniem z fusów.',
    'Czosnku zawsze dwa razy tyle. To się nazywa kultura.',
    'Nie powinno się tego czytać przed obiadem.',
    'Kuchnia to jedyne miejsce, gdzie błędy da się zjeść.',
    'U mnie i tak skończy się na jajecznicy, ale pomarzyć wolno.',
    'Wysłane mamie. Odpisała: „a ja ci mówiłam”.',
    'Najlepsze jest to przypieczone z brzegu, nie ma dyskusji.',
    'Mój piekarnik przeczytał i dostał tremy.',
    'Po takich wpisach człowiek zaczyna lubić własny garnek.',
  ],
  english: [
    'Saving this for the weekend.',
    'More pepper. The answer is always more pepper.',
    'I cook on Sundays and eat the results until Thursday.',
    'Never read this community before lunch.',
    'My oven read this and got nervous.',
    'You had me at butter.',
  ],
}
