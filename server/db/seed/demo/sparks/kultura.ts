import type { Sparks } from '../content.ts'

export const kultura: Sparks = {
  polish: [
    ['Książka na prezent dla kogoś, kto czyta wszystko?', 'Teść, 70 lat, historia, szachy, kryminały. Ma już każdą, o której pomyślę.'],
    ['Serial, który skończył się w dobrym momencie', 'Dwa sezony i koniec, bez doklejania trzeciego. Wymieńmy takie, ku pamięci.'],
    ['Regał zrobiony z desek po starej szafie', 'Krzywy jak moja motywacja, ale trzyma 200 tomów.', 'bookshelf'],
    ['Gra planszowa na dwie osoby, byle bez rywalizacji', 'Po ostatniej rozgrywce rozmawialiśmy przez zmywarkę.'],
    ['Czy czytacie dwie książki naraz?', 'Jedna na łóżko, jedna na tramwaj. Ostatnio bohaterowie zaczęli mi się mieszać i listonosz poślubił detektywa.'],
    ['Najlepszy pierwszy akapit, jaki znacie?', 'Bez cytowania całości, wystarczy jedno zdanie i dlaczego.'],
    ['Koncert w małej sali: lepszy niż stadion', 'Osiemdziesiąt osób, jedna lampa i cisza między utworami. Dawno tak nie było.'],
    ['Muzeum w deszczowy wtorek', 'Dwie sale tylko dla mnie i pan z ochrony, który opowiedział o obrazie więcej niż tabliczka.', 'abstract-circles'],
    ['Film, na którym zasnęliście z czystej przyjemności', 'Nie z nudów. Z poczucia, że wszystko jest w dobrych rękach.'],
    ['Komiks dla dorosłego początkującego', 'Odbijam się od superbohaterów, a kolega mówi, że to jak sądzić kino po reklamach.'],
    ['E-booki czy papier na wyjazd?', 'Dziesięć dni, plecak 30 litrów, a stos sam się nie zmniejszy.'],
    ['Tłumaczenia poezji: czytać czy się uczyć języka?', 'Trzy przekłady tego samego wiersza i trzy różne wiersze.'],
    ['Obraz z wyprzedaży garażowej, 15 zł', 'Nie wiem, co przedstawia, ale od tygodnia patrzę tylko na niego.', 'abstract-waves'],
    ['Audiobook czytany przez autora', 'Raz to najlepsza rzecz na świecie, raz człowiek rozumie, po co są lektorzy. Macie przykłady w obie strony?'],
  ],
  english: [
    ['A short novel for a long train ride?', 'Six hours, no power socket, and I have already seen all the fields.'],
    ['Games with good Polish dubbing', 'I want to practise listening, and subtitles make me lazy.'],
    ['What did you put down this month, and why?', 'Mine had a map, a glossary and no plot.'],
    ['Small cinemas with subtitles in English', 'I found one in Warsaw with a cat in the foyer. Are there more?'],
  ],
}
