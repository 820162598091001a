import type { Remarks } from '../content.ts'

export const polska: Remarks = {
  polish: [
    'U nas to samo, tylko o dwa lata później i drożej.',
    'Mieszkam tam trzydzieści lat i pierwszy raz o tym słyszę.',
    'W moim mieście ktoś by to od razu zgłosił do straży.',
    'Proszę o źródło, chętnie poczytam więcej.',
    'Zależy od dzielnicy. U mnie na przykład odwrotnie.',
    'I to jest temat, o którym powinno się mówić na osiedlu, a nie o kolorze ławek.',
    'Byle do wiosny, wtedy wszystko wygląda lepiej.',
    '{Dzwoniłem|Dzwoniłam} w tej sprawie dwa razy. Za drugim razem ktoś odebrał.',
    'W dużych miastach może tak, u nas na wsi to inna planeta.',
    'Jakbym {czytał|czytała} o własnej klatce schodowej.',
    'Trzymam kciuki, ale znając życie, skończy się na tabliczce.',
    'Ktoś wie, czy to dotyczy też mniejszych miejscowości?',
    'Nie zgadzam się, ale podoba mi się, jak to jest napisane.',
    'Za dzieciaka wyglądało to zupełnie inaczej. Lepiej? Nie wiem. Inaczej.',
    'Moja mama powiedziałaby: „trzeba było wyjść wcześniej”.',
    'Zapytajcie radnych, oni naprawdę odpisują. Czasem nawet na temat.',
    'Najgorsze, że wszyscy wiedzą i nikt nic nie robi, ze mną włącznie.',
    'To brzmi jak początek dobrego opowiadania.',
    'Autobus 17 pozdrawia wszystkich czekających.',
    'Ciekawe, jak to wygląda za granicą. Może ktoś stamtąd napisze?',
  ],
  english: [
    'My neighbour told me the exact same thing, in the lift, unprompted.',
    'This explains a lot about my first winter here.',
    'In Scotland we would simply not talk about it.',
    'Depends on the city, I think. In Katowice nobody would notice.',
    'Now I need to try this, for science.',
    'The answer is always “it depends on the lady at the counter”.',
  ],
}
