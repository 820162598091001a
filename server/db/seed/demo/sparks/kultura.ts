import type { Sparks } from '../content.ts'

export const kultura: Sparks = {
  polish: [
    ['Książka na prezent dla kogoś, kto czyta wszystko?', 'Teść, 70 lat, historia, szachy, kryminały. Ma już każdą, o której pomyślę.', [
      'Coś z wydawnictwa, które zbankrutowało. Tego nie ma.',
      'Szachy plus kryminał: partia z komentarzem, rozpisana jak śledztwo.',
    ]],
    ['Serial, który skończył się w dobrym momencie', 'Dwa sezony i koniec, bez doklejania trzeciego. Wymieńmy takie, ku pamięci.', [
      'Mój ulubiony skończył się w połowie zdania i było to najlepsze zdanie.',
      ['Dwa sezony to idealna długość.', 'Dla większości związków też.'],
    ]],
    ['Regał zrobiony z desek po starej szafie', 'Krzywy jak moja motywacja, ale trzyma 200 tomów.', [
      'Krzywy regał trzyma książki, prosty trzyma bibeloty.',
      'Czym zabezpieczone? Olej czy lakier?',
    ], 'bookshelf'],
    ['Gra planszowa na dwie osoby, byle bez rywalizacji', 'Po ostatniej rozgrywce rozmawialiśmy przez zmywarkę.', [
      'Cokolwiek kooperacyjnego. Wtedy kłócicie się z planszą.',
      'Puzzle. Rozmowa przez zmywarkę pozdrawia.',
    ]],
    ['Czy czytacie dwie książki naraz?', 'Jedna na łóżko, jedna na tramwaj. Ostatnio bohaterowie zaczęli mi się mieszać i listonosz poślubił detektywa.', [
      ['Trzy: łóżko, tramwaj, łazienka.', 'Łazienka to osobny gatunek literacki.'],
      'Listonosz i detektyw pasowali do siebie od pierwszego rozdziału.',
    ]],
    ['Najlepszy pierwszy akapit, jaki znacie?', 'Bez cytowania całości, wystarczy jedno zdanie i dlaczego.', [
      'Ten o szczęśliwych rodzinach, wiadomo. Ale ten z książki telefonicznej mojego wujka też niezły.',
      'Każdy, po którym zapominam wysiąść.',
    ]],
    ['Koncert w małej sali: lepszy niż stadion', 'Osiemdziesiąt osób, jedna lampa i cisza między utworami. Dawno tak nie było.', [
      'Cisza między utworami to luksus, którego nie ma na stadionie.',
      'Jedna lampa i osiemdziesiąt wstrzymanych oddechów.',
    ]],
    ['Muzeum w deszczowy wtorek', 'Dwie sale tylko dla mnie i pan z ochrony, który opowiedział o obrazie więcej niż tabliczka.', [
      ['Panowie z ochrony wiedzą wszystko. Zawsze pytam.', 'Mój opowiedział o obrazie, który wisi w magazynie. Nikt go nie widział od lat.'],
    ], 'abstract-circles'],
    ['Film, na którym zasnęliście z czystej przyjemności', 'Nie z nudów. Z poczucia, że wszystko jest w dobrych rękach.', [
      'Powolny japoński, deszcz w pierwszej scenie. Obudziły mnie napisy i brawa.',
    ]],
    ['Komiks dla dorosłego początkującego', 'Odbijam się od superbohaterów, a kolega mówi, że to jak sądzić kino po reklamach.', [
      'Zacznij od reportażu rysunkowego. Żadnych peleryn.',
      'Autobiograficzne, czarno-białe. Po dwóch dniach będziesz mieć ich dziesięć.',
    ]],
    ['E-booki czy papier na wyjazd?', 'Dziesięć dni, plecak 30 litrów, a stos sam się nie zmniejszy.', [
      'E-book na plażę, papier na deszcz.',
      ['Dwie papierowe i wiara w miejscową księgarnię.', 'Romantycznie, ale w schronisku księgarni nie ma.'],
    ]],
    ['Tłumaczenia poezji: czytać czy się uczyć języka?', 'Trzy przekłady tego samego wiersza i trzy różne wiersze.', [
      'Czytać trzy przekłady obok siebie. To jak trzy zdjęcia tej samej góry.',
    ]],
    ['Obraz z wyprzedaży garażowej, 15 zł', 'Nie wiem, co przedstawia, ale od tygodnia patrzę tylko na niego.', [
      'Widzę morze. A siostra widzi kłótnię.',
      'Piętnaście złotych za tydzień patrzenia to tania sztuka.',
    ], 'abstract-waves'],
    ['Audiobook czytany przez autora', 'Raz to najlepsza rzecz na świecie, raz człowiek rozumie, po co są lektorzy. Macie przykłady w obie strony?', [
      'Poeci czytają źle i cudownie zarazem.',
      'Lektor z kryminałów czytał mi kiedyś umowę kredytową. Też trzymał w napięciu.',
    ]],
  ],
  english: [
    ['A short novel for a long train ride?', 'Six hours, no power socket, and I have already seen all the fields.', [
      'Anything under two hundred pages with a lighthouse in it.',
      'Fields deserve a second look too.',
    ]],
    ['Games with good Polish dubbing', 'I want to practise listening, and subtitles make me lazy.', [
      'The older fantasy ones are brilliant, and the swearing is educational.',
    ]],
    ['What did you put down this month, and why?', 'Mine had a map, a glossary and no plot.', [
      'A family saga. Too many Jans.',
      ['A thriller that explained its own jokes.', 'And its own crime, I suppose.'],
    ]],
    ['Small cinemas with subtitles in English', 'I found one in Warsaw with a cat in the foyer. Are there more?', [
      'There is one in Wrocław with a piano. No cat, sadly.',
      'Please tell us where the cat is.',
    ]],
  ],
}
