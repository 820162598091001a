import type { Remarks } from '../content.ts'

export const programowanie: Remarks = {
  polish: [
    'Najpierw zmierzyć, potem zmieniać. Każde inne podejście to wróżby.',
    'Robiliśmy tak dwa lata. Potem przyszedł ktoś nowy, zapytał „po co” i nikt nie umiał odpowiedzieć.',
    'Zależy od zespołu. W trzy osoby tak, w trzydzieści już nie.',
    '{Przeczytałem|Przeczytałam} to dwa razy i za drugim razem {zrozumiałem|zrozumiałam}, że robię tak samo źle.',
    'Ktoś kiedyś będzie to utrzymywał i tym kimś będziesz ty za dwa lata.',
    'Krótkie i konkretne. Więcej takich wpisów proszę.',
    'Na moim komputerze działa. (Przepraszam, odruch).',
    'Wydrukowane i powieszone obok ekspresu.',
    'U nas to samo, tylko w innym języku i z gorszymi nazwami.',
    'Wysłane całemu zespołowi bez komentarza. Wystarczy.',
    'Dziesięć lat w branży i dalej się na to łapię.',
    'Proste rozwiązania są najtrudniejsze do obrony na spotkaniu.',
    'Szkoda, że nie {przeczytałem|przeczytałam} tego przed piątkiem.',
    'A potem ktoś doda jeszcze jedną warstwę i wrócimy do punktu wyjścia.',
    'Nie wiem, czy się śmiać, czy aktualizować CV.',
    'Każdy ma taką historię, tylko nie każdy się przyznaje.',
    'Mój kolega z zespołu twierdzi odwrotnie i też ma rację.',
  ],
  english: [
    'Measure first. I have been wrong about this every single time.',
    'This is the kind of boring that keeps production alive.',
    'We did much the same last year and never looked back.',
    'Counterpoint: with a team of two, nobody needs any of this.',
    'I laughed, then I searched our code, then I stopped laughing.',
    'Works on my machine, which is unfortunately not the one we sell.',
    'Sent to the whole team without a word. They know.',
    'Everybody has this story, few admit it.',
  ],
}
