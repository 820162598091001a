import type { Remarks } from '../content.ts'

export const gory: Remarks = {
  polish: [
    'Raczki w plecaku ważą mniej niż gips. Zawsze to powtarzam.',
    'Zapisuję na listę „kiedyś”. Lista ma już cztery strony.',
    'Takie wpisy naprawdę komuś pomagają. Dzięki.',
    'Mgła ma jedną zaletę: nie widać, ile jeszcze zostało.',
    'Trzy godziny według znaku, pięć według moich kolan.',
    'Kanapka na górze smakuje jak nic innego. Nawet z pasztetem.',
    'Najlepsza pora na góry to wtorek.',
    'Siedzę w biurze, czytam i wącham plecak.',
    'Pogoda w górach i tak ma własne zdanie.',
    'Pamiętajcie o ostatnim autobusie. On o was nie pamięta.',
    'Właśnie dlatego chodzę wolno i z termosem.',
    'Moja druga połowa czyta to i chowa buty.',
    'Z każdym rokiem coraz bardziej lubię doliny.',
    'Szarlotka na końcu powinna być zapisana w regulaminie.',
    'Jest w tym wszystko, za co lubię to miejsce.',
  ],
  english: [
    'The hut soup alone is worth the climb.',
    'Beautiful. My knees hurt just looking at it.',
    'Check the bulletin the same morning, it changes quickly up there.',
    'I turned back last year at about that point. No regrets.',
    'Tea first, then everything else.',
    'Posts like this are why I still own boots.',
  ],
}
