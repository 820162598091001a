import type { Sparks } from '../content.ts'

export const zwierzaki: Sparks = {
  polish: [
    ['Kot mruczy na odkurzacz', 'Wszystkie uciekają, ten się kładzie obok i mruczy. Czy mam się martwić o kota, czy o odkurzacz?', [
      'Odkurzacz też mruczy. Po prostu się znaleźli.',
      'Miłość nie wybiera marki.',
    ], 'cat'],
    ['Jak nauczyć psa, że gołąb to nie wróg publiczny?', 'Na smyczy robi się z niego latawiec. Inne ptaki go nie obchodzą.', [
      'Nagroda, kiedy spojrzy na gołębia, a potem na ciebie. Nudne i skuteczne.',
      'Gołąb wie, co zrobił.',
    ]],
    ['Pies na kanapie: tak czy nie?', 'Miała być zasada. Zasada wytrzymała do środy.', [
      ['Do środy? Nasza nie dotrwała do kolacji.', 'A teraz kanapa jest psa i czasem wolno mi usiąść.'],
    ], 'dog'],
    ['Świnki morskie dla siedmiolatki: dobry pomysł?', 'Czytam o klatkach wielkości pokoju i zaczynam się bać. Od kogoś z doświadczeniem: ile to naprawdę pracy?', [
      'Dobry, jeśli to będą twoje świnki, a córka będzie pomagać.',
      'Dwie, nigdy jedna. I dużo siana, więcej niż myślisz.',
    ]],
    ['Adopcja starszego psa: wasze historie', 'Jedenastolatek patrzy na mnie ze strony schroniska trzeci tydzień.', [
      'Dwunastolatek, został cztery lata. Najlepsze cztery lata w tym domu.',
      ['Jedź po niego. Trzeci tydzień to już decyzja, tylko jeszcze nie wiesz.', 'OP> Jadę w sobotę.', 'Czekamy na zdjęcie!'],
    ]],
    ['Kot nie pije wody', 'Trzy miski, fontanna, zero zainteresowania. Za to szklanka na stole: natychmiast.', [
      'Postaw szklankę na stole i udawaj, że twoja. Tak piją wszystkie.',
      'Mokra karma i spokój, dużo wody jest w misce.',
    ]],
    ['Transport kota 300 km pociągiem', 'Bilet mam, transporter mam, spokoju nie mam.', [
      'Koc z domu na transporter, miejsce przy ścianie. Mój przespał całą trasę, ja nie.',
      ['Wagon ciszy?', 'OP> Kot nie uznaje wagonu ciszy.'],
    ]],
    ['Kundelek roku, kandydatura zgłoszona', 'Uszy po jednym krewnym, łapy po drugim, charakter po nikim.', [
      'Głosuję. Lewe ucho zasługuje na osobną nagrodę.',
      'Kategoria: charakter po nikim. Wygrana bez walki.',
    ], 'dog'],
    ['Rybki zamiast telewizora', 'Zaczęło się od dwudziestu litrów. Dziś rozmawiamy z {żoną|mężem} o statyce podłogi.', [
      'Zawsze zaczyna się od dwudziestu litrów.',
      ['Ile teraz?', 'OP> Trzysta. Sąsiad z dołu jeszcze nie wie.'],
    ]],
    ['Ile razy dziennie karmicie kota?', 'Według kota dwanaście. Według weterynarza cztery. Szukam trzeciego głosu.', [
      'Raz: bez przerwy.',
      'Cztery, automat o piątej rano. Tak się odzyskuje życie.',
    ]],
    ['Bezdomny kot pod blokiem, zaczyna podchodzić', 'Zima idzie, budka stoi, sąsiedzi na razie nie protestują. Co dalej, krok po kroku?', [
      'Fundacja pożyczy łapkę, a sterylizację często opłaca gmina. Zadzwoń najpierw tam.',
      'Karma zawsze o tej samej porze. Po tygodniu masz umówione spotkanie.',
    ], 'cat'],
    ['Pies zjadł skarpetkę', 'Wróciła sama, cała, po dwóch dniach. Proszę nie pytać o stan psychiczny właściciela.', [
      'Nasz wolał pary. Zwracał pojedynczo.',
      'Zapisane w historii choroby jako „ciało obce, bawełna”.',
    ]],
    ['Papużki hałasują od piątej rano', 'Zasłona pomaga do szóstej. Marzy mi się siódma.', [
      'Grubsza zasłona i później spać. One, nie ty. Ty w zasadzie też.',
    ]],
    ['Zdjęcie, które zmienia nastrój w poniedziałek', 'Łapy w górze, język na boku, zero trosk.', [
      'Potwierdzam, zmienił się.',
      'Język wystaje regulaminowo.',
    ], 'dog'],
  ],
  english: [
    ['Vet in Wrocław who speaks English?', 'My cat is fine. I am the one who needs the explanations.', [
      'The clinic by the botanical garden. Patient with cats, even more with owners.',
    ]],
    ['He brings me one sock every morning', 'Never two. Never the same. There is a system and I am not part of it.', [
      'You are being paid. Check what for.',
      'He is building something. Count them.',
    ], 'cat'],
    ['Flying with a small dog from Gdańsk', 'Has anybody done it in the cabin? She weighs six kilos and has strong opinions.', [
      'Six kilos with the bag? Weigh her with the bag. Ask me how I know.',
    ]],
  ],
}
