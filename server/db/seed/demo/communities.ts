import type { Community } from './content.ts'

/** The communities of the demo forum, of both kinds. */
export const communities: Community[] = [
  { name: 'polska', display_name: 'Polska na co dzień', creator: 'zrzeda', moderators: ['wroclawianka', 'admin'], made: 175, description: 'Miasta, pociągi, urzędy, sąsiedzi i pogoda. Rozmawiamy o zwykłym życiu, bez kampanii wyborczych i bez wyzwisk.' },
  { name: 'kuchnia', display_name: 'Kuchnia domowa', creator: 'ola_z_kuchni', moderators: ['zakwasowy'], made: 174, description: 'Gotujemy w zwykłych kuchniach ze zwykłych składników. Przepisy, wpadki, pytania i zdjęcia tego, co wyszło (albo nie).' },
  { name: 'programowanie', display_name: 'r/programowanie', creator: 'anna_koduje', moderators: ['null_pointer'], made: 173, description: 'Kod, narzędzia, bazy danych, praca w branży. Pytania początkujących mile widziane, wojny o spacje mniej. English is fine too.' },
  { name: 'gory', display_name: 'Góry i szlaki', creator: 'tatrzanska_kasia', moderators: ['marek_beskid'], made: 172, description: 'Trasy, warunki, sprzęt i widoki. Napisz, kiedy i gdzie byłeś, a komuś oszczędzisz mokrych butów.' },
  { name: 'kultura', display_name: 'Książki, filmy, gry', creator: 'ksiazkara', moderators: ['filmowy_wojtek'], made: 170, description: 'Co czytasz, oglądasz i w co grasz. Zakończenia chowamy w spoilerach. Reviews in English are welcome.' },
  { name: 'ogrod', display_name: 'Ogród i balkon', creator: 'pan_pomidor', moderators: ['balkonowa_julia'], made: 168, description: 'Od jednej doniczki po działkę pod lasem. Co rośnie, co choruje i co z tym zrobić.' },
  { name: 'zwierzaki', display_name: 'Zwierzaki', creator: 'kocia_mama', moderators: ['psiara_ewa'], made: 167, description: 'Psy, koty, jeże i cała reszta. Zdjęcia obowiązkowe, porady weterynaryjne tylko od weterynarza.' },
  { name: 'finanse', display_name: 'Finanse domowe', creator: 'excel_to_zycie', moderators: ['oszczedny_janek'], made: 165, description: 'Budżet, rachunki, oszczędzanie, kredyty. Liczby w tabelkach, bez reklam kursów i bez „pewnych inwestycji”.' },
  { name: 'homelab', display_name: 'Homelab', creator: 'piotr_homelab', moderators: ['northern_jay', 'admin'], made: 163, description: 'Servers in closets, backups that were tested, and the electricity bill nobody talks about. English mostly, po polsku też można.' },
  { name: 'rozmowy_18', display_name: 'Rozmowy 18+', creator: 'nocna_zmiana', moderators: ['stary_wyga'], made: 158, is_nsfw: true, description: 'Tematy dla dorosłych, o których w pracy się nie rozmawia. Kulturalnie, bez zdjęć i bez oceniania.' },
  { name: 'zwiazki_18', display_name: 'Związki bez lukru', creator: 'para_po_30', moderators: ['nocna_zmiana'], made: 156, is_nsfw: true, description: 'O byciu razem, rozstaniach i tym, o co kłócą się dorośli. Pytania wprost, odpowiedzi życzliwie.' },
  { name: 'humor_18', display_name: 'Humor dla dorosłych', creator: 'suchar_master', moderators: ['krakus_z_wyboru'], made: 154, is_nsfw: true, description: 'Żarty, których nie opowiesz na obiedzie u babci. Chociaż babcia zna lepsze.' },
]
