import type { Sparks } from '../content.ts'

export const gory: Sparks = {
  polish: [
    ['Buty zimowe: skóra czy membrana?', 'Stopa szeroka, budżet do 900 zł, chodzę głównie po Beskidach. Po trzech godzinach w mokrym śniegu zawsze mam to samo.', [
      'Skóra i wosk. Membrana po trzech godzinach to worek z wodą, tylko droższy.',
      ['Stopa szeroka? Przymierzaj wieczorem i w zimowych skarpetach.', 'OP> O wieczorze nie było mowy w żadnym sklepie.'],
    ]],
    ['Zachód z przełęczy, wczoraj', 'Wiało tak, że statyw poszedł na spacer. Zostało jedno ostre zdjęcie z czterdziestu.', [
      'Jedno z czterdziestu to dobra średnia.',
      'Statyw pewnie zszedł wcześniej na herbatę.',
    ], 'mountains-dusk'],
    ['Termos, który naprawdę trzyma?', 'Obecny po czterech godzinach daje herbatę o temperaturze rozczarowania.', [
      'Wyparzyć wrzątkiem przed nalaniem. Pół termosu różnicy.',
      ['Stalowy, litr, bez bajerów. Mój ma siedem lat i wgniecenie z Babiej.', 'Wgniecenie to certyfikat.'],
    ]],
    ['Z trzylatkiem w góry: dokąd?', 'Nosidło mamy, cierpliwość umiarkowaną. Trasa do dwóch godzin i coś słodkiego na końcu.', [
      'Dolina, potok i kamienie do wrzucania. Szczyt jest dla rodziców.',
      'Cokolwiek, byle z goframi na końcu.',
    ]],
    ['Zagubiona rękawiczka na żółtym szlaku', 'Czerwona, dziecięca, wisi na słupku przy rozwidleniu. Jeśli ktoś będzie w okolicy, niech da znać.', [
      ['To nasza! Syn płakał całą drogę. W niedzielę po nią idziemy.', 'OP> Wisi i czeka. Super!', 'Internet jednak czasem działa.'],
    ]],
    ['Wschód nad morzem mgieł', 'Inwersja, o której marzy się cały rok. Na dole deszcz, na górze to.', [
      'Na dole było się w tej mgle. Teraz mi smutno.',
      'Inwersja to jedyny powód, żeby lubić listopad.',
    ], 'mountains-dawn'],
    ['Kijki: składane na trzy czy teleskopowe?', 'Stare dokonały żywota na zejściu, teleskop postanowił być teleskopem w dowolnym momencie.', [
      'Składane. Nic się nie luzuje, tylko długość trzeba dobrać raz, a dobrze.',
      'Teleskop i kawałek taśmy na zacisku. Wiem, jak to brzmi.',
    ]],
    ['Ile wody zabieracie na cały dzień latem?', 'Trzy litry to dla mnie minimum, a znajomi chodzą z bidonem i patrzą na mnie dziwnie.', [
      'Trzy. Znajomi z bidonem zawsze pod koniec piją moją.',
      ['Dwa i tabletki do uzdatniania, jeśli po drodze są potoki.', 'OP> To jest myśl.'],
    ]],
    ['Jesienny las, cisza i liście po kolana', 'Trzy godziny, zero ludzi, jedna wiewiórka z pretensjami.', [
      'Wiewiórka miała rację, to jej sezon.',
      'Aż słychać, jak szeleści.',
    ], 'forest'],
    ['Aplikacja z mapą, która działa bez zasięgu', 'Potrzebuję szlaków i własnych śladów, reszta zbędna. Co polecacie, a co zjada baterię?', [
      'Każda, w której wcześniej pobierzesz obszar. I tak miej papier.',
      ['Tryb samolotowy i bateria na trzy dni.', 'OP> Takie proste, a nie przyszło mi do głowy.'],
    ]],
    ['Kolano po zejściach: ktoś pokonał ten problem?', 'Pod górę nic, w dół kłuje po godzinie. Fizjoterapeuta już umówiony, ale ciekawość silniejsza.', [
      'Kijki i krótszy krok. A fizjo każe wzmacniać pośladki, nie kolano.',
      'Zejścia bokiem i bez pośpiechu. Duma też boli, ale krócej.',
    ]],
    ['Staw o siódmej rano', 'Jeszcze bez ludzi. O dziesiątej było ich ze stu.', [
      'O siódmej należy do kaczek i do ciebie.',
      'Ta stówka o dziesiątej to jedyny minus.',
    ], 'lake'],
    ['Pierwszy śnieg w Karkonoszach', 'Spadł w nocy i do południa zniknął. {Zdążyłem|Zdążyłam}.', [
      'Co roku ten sam zachwyt, jakbym {widział|widziała} go pierwszy raz.',
    ], 'snow'],
  ],
  english: [
    ['Three days, no car, from Kraków', 'Looking for huts that still have floor space in February. I snore only a little.', [
      'Train to Zakopane is slow but pretty. For huts, call: floor space is not on the website.',
      ['Bring earplugs for the others, then.', 'OP> Considerate idea.'],
    ]],
    ['Is the ridge path fine for somebody afraid of heights?', 'I manage stairs with railings. I do not manage stairs without.', [
      'No railings on the first kilometre. Take the valley, same cake at the end.',
    ]],
    ['Sunrise from the pass', 'Worth the alarm clock, worth the cold fingers.', [
      'Cold fingers are temporary, this is not.',
    ], 'mountains-dawn'],
  ],
}
