import type { Sparks } from '../content.ts'

export const zwierzaki: Sparks = {
  polish: [
    ['Kot mruczy na odkurzacz', 'Wszystkie uciekają, ten się kładzie obok i mruczy. Czy mam się martwić o kota, czy o odkurzacz?', 'cat'],
    ['Jak nauczyć psa, że gołąb to nie wróg publiczny?', 'Na smyczy robi się z niego latawiec. Inne ptaki go nie obchodzą.'],
    ['Pies na kanapie: tak czy nie?', 'Miała być zasada. Zasada wytrzymała do środy.', 'dog'],
    ['Świnki morskie dla siedmiolatki: dobry pomysł?', 'Czytam o klatkach wielkości pokoju i zaczynam się bać. Od kogoś z doświadczeniem: ile to naprawdę pracy?'],
    ['Adopcja starszego psa: wasze historie', 'Jedenastolatek patrzy na mnie ze strony schroniska trzeci tydzień.'],
    ['Kot nie pije wody', 'Trzy miski, fontanna, zero zainteresowania. Za to szklanka na stole: natychmiast.'],
    ['Transport kota 300 km pociągiem', 'Bilet mam, transporter mam, spokoju nie mam.'],
    ['Kundelek roku, kandydatura zgłoszona', 'Uszy po jednym krewnym, łapy po drugim, charakter po nikim.', 'dog'],
    ['Rybki zamiast telewizora', 'Zaczęło się od dwudziestu litrów. Dziś rozmawiamy z {żoną|mężem} o statyce podłogi.'],
    ['Ile razy dziennie karmicie kota?', 'Według kota dwanaście. Według weterynarza cztery. Szukam trzeciego głosu.'],
    ['Bezdomny kot pod blokiem, zaczyna podchodzić', 'Zima idzie, budka stoi, sąsiedzi na razie nie protestują. Co dalej, krok po kroku?', 'cat'],
    ['Pies zjadł skarpetkę', 'Wróciła sama, cała, po dwóch dniach. Proszę nie pytać o stan psychiczny właściciela.'],
    ['Papużki hałasują od piątej rano', 'Zasłona pomaga do szóstej. Marzy mi się siódma.'],
    ['Zdjęcie, które zmienia nastrój w poniedziałek', 'Łapy w górze, język na boku, zero trosk.', 'dog'],
  ],
  english: [
    ['Vet in Wrocław who speaks English?', 'My cat is fine. I am the one who needs the explanations.'],
    ['He brings me one sock every morning', 'Never two. Never the same. There is a system and I am not part of it.', 'cat'],
    ['Flying with a small dog from Gdańsk', 'Has anybody done it in the cabin? She weighs six kilos and has strong opinions.'],
  ],
}
