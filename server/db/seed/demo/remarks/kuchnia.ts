import type { Remarks } from '../content.ts'

export const kuchnia: Remarks = {
  polish: [
    'Zapisane, w sobotę próbuję i dam znać.',
    'U nas w domu robiło się prawie tak samo, tylko zawsze ktoś podjadał w trakcie.',
    'Odrobina kwasu na koniec ratuje prawie każde danie. Tutaj też bym {dodał|dodała}.',
    'Robię podobnie, ale na smalcu. Wiem, wiem, lekarz też wie.',
    'Moja babcia powiedziałaby, że za mało soli, i miałaby rację.',
    'Da się to zamrozić, czy lepiej zjeść od razu?',
    'Piekarnik piekarnikowi nierówny, u mnie trzeba odjąć dwadzieścia stopni.',
    'Tylko nie margaryna, błagam, wszystko oprócz margaryny.',
    'Na ile to porcji? Bo u mnie „na cztery osoby” znika w dwie.',
    'Robione wczoraj. Dzieci wylizały garnek, pies był niepocieszony.',
    'Sprawdźcie datę na proszku do pieczenia, połowa katastrof bierze się stamtąd.',
    'Ja bym {zostawił|zostawiła} na noc w lodówce, smaki się przegryzą.',
    'Wygląda tak dobrze, że {wstałem|wstałam} od biurka i {poszedłem|poszłam} zobaczyć, co mam w lodówce. Światło.',
    'Pół łyżeczki cukru, cała łyżka masła i nagle każdy jest kucharzem.',
    'Bez wagi kuchennej takie przepisy to wróżenie z fusów.',
    'A wersja dla kogoś, kto nie je mięsa? Wędzone tofu da radę?',
    'Najlepsze jest to przypieczone z brzegu, nie ma dyskusji.',
    'Czosnku zawsze dwa razy tyle, ile w przepisie. To się nazywa kultura.',
    'Wyszło mi, choć zamiast masła był olej, a zamiast cierpliwości głód.',
    '{Miałem|Miałam} kiedyś taki garnek, jest teraz u siostry i żałuję do dziś.',
  ],
  english: [
    'Saving this for the weekend.',
    'My oven runs hot, so I would take ten minutes off and keep watching it.',
    'More pepper. The answer is always more pepper.',
    'Does it freeze well? I cook on Sundays and eat the results until Thursday.',
    'Made it yesterday with what I had at home, and it still worked.',
    'You had me at brown butter.',
  ],
}
