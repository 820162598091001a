import type { CommunityName } from './content.ts'

/**
 * Complaints: about the post of that title, about a heated comment below it, or about a community. Without a verdict one is
 * still pending.
 */
export type DemoReport = {
  by: string
  about: { post: string } | { commentUnder: string } | { community: CommunityName }
  reason: string
  daysAgo: number
  verdict?: 'resolved' | 'rejected'
}

export const reports: DemoReport[] = [
  { by: 'agata_budzet', about: { commentUnder: 'Wynajem to nie' }, reason: 'Komentarz obraża najemców, nic nie wnosi.', daysAgo: 61, verdict: 'resolved' },
  { by: 'oszczedny_janek', about: { post: 'Czy ktoś zna tę firmę' }, reason: 'W komentarzach pojawia się nazwa firmy z listy ostrzeżeń, lepiej usunąć całość.', daysAgo: 14.5, verdict: 'resolved' },
  { by: 'zrzeda', about: { post: 'Carbonara ze śmietaną' }, reason: 'Nazywanie makaronu „Wacław” obraża mojego szwagra Wacława.', daysAgo: 44, verdict: 'rejected' },
  { by: 'marek_beskid', about: { commentUnder: 'Pies na szlaku bez smyczy' }, reason: 'Osobista wycieczka zamiast argumentu.', daysAgo: 30, verdict: 'rejected' },
  { by: 'quiet_maggie', about: { commentUnder: 'Self-hosting e-mail' }, reason: 'Off topic and a little rude.', daysAgo: 22, verdict: 'rejected' },
  { by: 'dociekliwa', about: { post: 'Stare neony' }, reason: 'Jedno ze zdjęć w komentarzu nie jest autora.', daysAgo: 17, verdict: 'resolved' },
  { by: 'sasiad_spod_7', about: { community: 'humor_18' }, reason: 'Za mało śmieszne. Proszę coś z tym zrobić.', daysAgo: 12, verdict: 'rejected' },
  { by: 'demo', about: { commentUnder: 'Zakaz wjazdu do centrum' }, reason: 'Wyzwiska pod koniec dyskusji.', daysAgo: 9, verdict: 'resolved' },
  { by: 'psiara_ewa', about: { commentUnder: 'Koty wychodzące' }, reason: 'Komentarz nawołuje do krzywdzenia zwierząt, nawet jeśli to żart.', daysAgo: 4 },
  { by: 'krakus_z_wyboru', about: { post: 'Trawnik w mieście' }, reason: 'To samo pytanie było tydzień temu w innym dziale.', daysAgo: 3 },
  { by: 'agata_budzet', about: { commentUnder: 'Robot kuchenny za kilka' }, reason: 'Wygląda na reklamę konkretnej marki.', daysAgo: 2 },
  { by: 'tomas_k', about: { commentUnder: 'Raspberry or mini PC' }, reason: 'Spam link was here, please check the edit.', daysAgo: 1.2 },
  { by: 'demo', about: { post: 'Teza: napiwki' }, reason: 'Tytuł wprowadza w błąd.', daysAgo: 0.9 },
  { by: 'wroclawianka', about: { commentUnder: 'Urząd przez internet' }, reason: 'Niepotrzebna złośliwość wobec starszych osób.', daysAgo: 0.4 },
  { by: 'nocna_zmiana', about: { commentUnder: 'Instrukcja składania łóżka' }, reason: 'Ktoś podaje cudzy numer telefonu w odpowiedzi.', daysAgo: 0.2 },
  { by: 'bartek_dev', about: { community: 'finanse' }, reason: 'W opisie zakaz reklam, a przypięty post reklamuje kurs.', daysAgo: 0.1 },
]
