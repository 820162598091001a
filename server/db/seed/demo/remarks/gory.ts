import type { Remarks } from '../content.ts'

export const gory: Remarks = {
  polish: [
    '{Byłem|Byłam} tam w zeszłym roku w lipcu i wyglądało to zupełnie inaczej.',
    'Pamiętajcie o ostatnim autobusie. On o was nie pamięta.',
    'Raczki w plecaku ważą mniej niż gips.',
    'Najlepsza pora na tę trasę to wtorek.',
    'Zapisuję na listę „kiedyś”. Lista ma już cztery strony.',
    'A zasięg po drodze jest? Pytam, bo muszę czasem odebrać telefon od mamy.',
    'Szarlotka w schronisku nadal taka dobra?',
    'Dobrze, że piszesz o warunkach. Takie wpisy naprawdę komuś pomagają.',
    'Po deszczu to zejście zmienia się w zjeżdżalnię, lepiej robić pętlę w drugą stronę.',
    'Mgła ma jedną zaletę: nie widać, ile jeszcze zostało.',
    'Trzy godziny według znaku, pięć według moich kolan.',
    'W kwietniu kwitną tam krokusy i wtedy lepiej przyjechać w tygodniu.',
    'Ktoś kojarzy, czy źródło przy rozwidleniu nie wyschło?',
    'Wiatr na grani potrafi zrobić z minus pięciu minus dwadzieścia.',
    'Widok wart każdego schodka. A schodków jest dużo.',
    'Polecam wyjść od drugiej strony, mniej ludzi i łagodniej dla kolan.',
    'Kanapka na szczycie smakuje jak nic innego. Nawet z pasztetem.',
    'W schronisku mówili o zmianie pogody od środy.',
  ],
  english: [
    'Is it doable without crampons this week?',
    'The hut soup alone is worth the climb.',
    'Take the earlier bus, the car park is full by seven.',
    'I turned back at the same spot last year. No regrets.',
    'Beautiful. My knees hurt just looking at it.',
    'Check the bulletin the same morning, it changes quickly up there.',
  ],
}
