import type { Sparks } from '../content.ts'

export const gory: Sparks = {
  polish: [
    ['Buty zimowe: skóra czy membrana?', 'Stopa szeroka, budżet do 900 zł, chodzę głównie po Beskidach. Po trzech godzinach w mokrym śniegu zawsze mam to samo.'],
    ['Zachód z przełęczy, wczoraj', 'Wiało tak, że statyw poszedł na spacer. Zostało jedno ostre zdjęcie z czterdziestu.', 'mountains-dusk'],
    ['Termos, który naprawdę trzyma?', 'Obecny po czterech godzinach daje herbatę o temperaturze rozczarowania.'],
    ['Z trzylatkiem w góry: dokąd?', 'Nosidło mamy, cierpliwość umiarkowaną. Trasa do dwóch godzin i coś słodkiego na końcu.'],
    ['Zagubiona rękawiczka na żółtym szlaku', 'Czerwona, dziecięca, wisi na słupku przy rozwidleniu. Jeśli ktoś będzie w okolicy, niech da znać.'],
    ['Wschód nad morzem mgieł', 'Inwersja, o której marzy się cały rok. Na dole deszcz, na górze to.', 'mountains-dawn'],
    ['Kijki: składane na trzy czy teleskopowe?', 'Stare dokonały żywota na zejściu, teleskop postanowił być teleskopem w dowolnym momencie.'],
    ['Ile wody zabieracie na cały dzień latem?', 'Trzy litry to dla mnie minimum, a znajomi chodzą z bidonem i patrzą na mnie dziwnie.'],
    ['Jesienny las, cisza i liście po kolana', 'Trzy godziny, zero ludzi, jedna wiewiórka z pretensjami.', 'forest'],
    ['Aplikacja z mapą, która działa bez zasięgu', 'Potrzebuję szlaków i własnych śladów, reszta zbędna. Co polecacie, a co zjada baterię?'],
    ['Kolano po zejściach: ktoś pokonał ten problem?', 'Pod górę nic, w dół kłuje po godzinie. Fizjoterapeuta już umówiony, ale ciekawość silniejsza.'],
    ['Staw o siódmej rano', 'Jeszcze bez ludzi. O dziesiątej było ich ze stu.', 'lake'],
    ['Pierwszy śnieg w Karkonoszach', 'Spadł w nocy i do południa zniknął. {Zdążyłem|Zdążyłam}.', 'snow'],
  ],
  english: [
    ['Three days, no car, from Kraków', 'Looking for huts that still have floor space in February. I snore only a little.'],
    ['Is the ridge path fine for somebody afraid of heights?', 'I manage stairs with railings. I do not manage stairs without.'],
    ['Sunrise from the pass', 'Worth the alarm clock, worth the cold fingers.', 'mountains-dawn'],
  ],
}
