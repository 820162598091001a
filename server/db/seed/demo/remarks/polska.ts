import type { Remarks } from '../content.ts'

export const polska: Remarks = {
  polish: [
    'Jakbym {czytał|czytała} o własnej klatce schodowej.',
    'Nie zgadzam się ze wszystkim, ale podoba mi się, jak to jest napisane.',
    'Za dzieciaka wyglądało to zupełnie inaczej. Lepiej? Nie wiem. Inaczej.',
    'To brzmi jak początek dobrego opowiadania.',
    'Ciekawe, jak to wygląda za granicą. Może ktoś stamtąd napisze?',
    'Przeczytane na głos przy śniadaniu, dyskusja trwa do teraz.',
    'W dużym mieście może tak, u nas na wsi to inna planeta.',
    'Dobrze, że ktoś o tym pisze, bo na co dzień tylko wzruszamy ramionami.',
    'Zależy od dzielnicy i od dnia tygodnia.',
    'Właśnie po takie wpisy tu przychodzę.',
    'Mam w rodzinie trzy zdania na ten temat, a są nas dwie osoby.',
    'Kiedyś {myślałem|myślałam} dokładnie odwrotnie.',
    'Uśmiech przez cały przystanek.',
    'Niby drobiazg, a mówi o nas więcej niż statystyki.',
    'Zapytam jutro w pracy, niech też się pokłócą.',
    'Mój dziadek miałby na to gotową przypowieść.',
    'Podsyłam sąsiadom, ciekawe, czy się rozpoznają.',
    'I tak oto {straciłem|straciłam} przerwę na kawę. Warto było.',
  ],
  english: [
    'My neighbour told me much the same, in the lift, unprompted.',
    'This explains a lot about my first year here.',
    'In Scotland we would simply not talk about it.',
    'Depends on the city, I think. In Katowice nobody would notice.',
    'Now I need to try this, for science.',
    'Reading this on the tram and nodding like one of those toy dogs.',
  ],
}
