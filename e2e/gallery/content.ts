export type FakePost = {
  id: number
  title: string
  text?: string
  community: string
  author: string
  ago: string
  score: number
  comments: number
  vote?: -1 | 0 | 1
  saved?: boolean
  nsfw?: boolean
  image?: 'wide' | 'tall'
}

/** Posts as people write them: short, long, in both languages, with words that do not want to break. */
export const posts: FakePost[] = [
  {
    id: 1, community: 'gotowanie', author: 'kasia_z_kuchni', ago: '14 min temu', score: 347, comments: 128, vote: 1,
    title: 'Po siedmiu próbach: chleb na zakwasie, który rośnie także w zimnej kuchni',
    text: 'Zakwas dokarmiam rano, ciasto zostawiam na noc przy 17 stopniach i dopiero po dwunastu godzinach formuję. '
      + 'Kluczem okazała się mąka typu 750 i cierpliwość. Poniżej pełny przepis razem z rozkładem godzin, zdjęciami '
      + 'przekroju i wszystkimi błędami, które zrobiłam po drodze, żebyście nie musieli ich powtarzać.',
  },
  {
    id: 2, community: 'kolej', author: 'Grzegorz_Brzeczyszczykiewicz', ago: '2 h temu', score: 1284, comments: 1,
    saved: true, image: 'wide',
    title: 'Nocny pociąg przez Chrząszczyżewoszyce, powiat Łękołody: relacja z podróży',
  },
  {
    id: 3, community: 'programming_pl', author: 'ferris', ago: '5 h temu', score: -12, comments: 46, vote: -1,
    title: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, or: does your layout survive?',
    text: 'A test of long words in headings, cards and comments. https://example.org/a/very/long/address/that/does/not/'
      + 'want/to/break/because/it/has/no/spaces/at/all/and/goes/on',
  },
  {
    id: 4, community: 'ogrodnictwo', author: 'działkowiec', ago: '11 h temu', score: 58, comments: 0,
    title: 'Kiedy sadzić czosnek?',
  },
  {
    id: 5, community: 'warszawa', author: 'nocny_marek', ago: '1 d temu', score: 902, comments: 213, image: 'tall',
    title: 'Mgła nad Wisłą dziś rano, widok z mostu Świętokrzyskiego',
    text: 'Telefon, bez obróbki. Warto było wstać o piątej.',
  },
  {
    id: 6, community: 'ksiazki', author: 'molksiazkowy', ago: '3 mo temu', score: 1, comments: 5, nsfw: true,
    title: 'Które wydanie „Lalki” ma najlepsze przypisy?',
    text: 'Szukam czegoś dla ucznia liceum.\nNajlepiej twarda oprawa.',
  },
]

export const communities = [
  ['Gotowanie', 'gotowanie', 18342], ['Warszawa', 'warszawa', 15210], ['Programowanie', 'programming_pl', 12055],
  ['Kolej i kolejnictwo', 'kolej', 8741], ['Książki', 'ksiazki', 6120], ['Ogrodnictwo', 'ogrodnictwo', 4410],
  ['Górskie wędrówki po Beskidach', 'beskidy', 3977], ['Fotografia', 'foto', 2801], ['Chrząszczyżewoszyce', 'chrzaszcze', 812],
  ['Szachy', 'szachy', 97],
] as const

export type FakeComment = {
  id: number
  author: string | null
  ago: string
  score: number
  vote?: -1 | 0 | 1
  html: string
  edited?: boolean
  op?: boolean
  deleted?: boolean
  folded?: boolean
  more?: number
  replies?: FakeComment[]
}

export const comments: FakeComment[] = [
  {
    id: 11, author: 'piekarz_z_podlasia', ago: '12 min temu', score: 86, vote: 1,
    html: '<p>Dokładnie tak robię od lat. Jedna uwaga: przy <strong>mące 2000</strong> trzeba dodać więcej wody, inaczej'
      + ' miękisz wychodzi zbity.</p>',
    replies: [
      {
        id: 12, author: 'kasia_z_kuchni', ago: '10 min temu', score: 24, op: true,
        html: '<p>O, dzięki! Ile mniej więcej? Ja daję 72% i więcej się boję.</p>',
        replies: [
          {
            id: 13, author: 'piekarz_z_podlasia', ago: '9 min temu', score: 17, edited: true,
            html: '<p>Spokojnie 80%. Ciasto będzie się kleić, ale <span class="spoiler" tabindex="0">wystarczą mokre'
              + ' ręce i skrobka, <em>naprawdę</em></span>.</p>',
            replies: [
              {
                id: 14, author: 'Grzegorz_Brzeczyszczykiewicz', ago: '7 min temu', score: 3,
                html: '<p>Konstantynopolitańczykowianeczkaprzechrząszczyżewoszycka potwierdza.</p>',
                replies: [
                  {
                    id: 15, author: 'kasia_z_kuchni', ago: '5 min temu', score: -2, op: true, vote: -1, more: 3,
                    html: '<p>Piąty poziom i nadal da się to czytać na telefonie, nawet gdy zdanie jest trochę dłuższe'
                      + ' niż dwa wiersze.</p>',
                  },
                  { id: 16, author: 'ferris', ago: '1 min temu', score: 1, html: '<p>+1</p>' },
                ],
              },
            ],
          },
          { id: 17, author: null, ago: '8 min temu', score: 0, deleted: true, html: '<p>[usunięty]</p>' },
        ],
      },
      { id: 18, author: 'ktoś', ago: '9 min temu', score: 0, folded: true, html: '' },
      { id: 19, author: 'nocny_marek', ago: '6 min temu', score: 5, html: '<p>A piec? U mnie tylko gazowy.</p>' },
    ],
  },
  {
    id: 20, author: 'ferris', ago: '4 min temu', score: 41,
    html: '<p>I wrote a small script for the schedule:</p><pre tabindex="0"><code>const feedings = hours.map(hour =&gt; ({ hour, flour: 50, water: 50'
      + ', temperature: kitchen.temperatureAt(hour) }))</code></pre><blockquote><p>Kluczem okazała się mąka typu'
      + ' 750.</p></blockquote><p>Works with 650 too.</p>',
  },
]

/** A text with everything that Markdown gives. */
export const prose = '<p>Zakwas dokarmiam rano, ciasto zostawiam na noc przy <strong>17 stopniach</strong> i dopiero po'
  + ' dwunastu godzinach formuję. Pisałam o tym też w <a href="#x">r/zakwas</a>, pytajcie <a href="#x">@piekarz_z_podlasia</a>.</p>'
  + '<h2>Składniki</h2><ul><li>500 g mąki pszennej typu 750</li><li>360 g wody<ul><li>najlepiej przegotowanej</li></ul></li><li>10 g soli</li></ul>'
  + '<h3>Rozkład dnia</h3><ol><li>Rano: dokarmić zakwas.</li><li>Wieczorem: wymieszać i złożyć cztery razy.</li></ol>'
  + '<div class="table-scroll" tabindex="0"><table><thead><tr><th>Godzina</th><th>Temperatura</th><th>Czynność</th><th>Uwagi</th></tr></thead><tbody><tr><td>8:00</td><td>21 °C</td>'
  + '<td>dokarmianie</td><td>zakwas ma podwoić objętość</td></tr><tr><td>20:00</td><td>17 °C</td><td>mieszanie</td><td>bez soli przez 30 min</td></tr></tbody></table></div>'
  + '<blockquote><p>Chleb, który się spieszy, jest chlebem, którego się żałuje.</p></blockquote>'
  + '<p>Sekret: <span class="spoiler" tabindex="0">odrobina miodu</span>. Wzór: <code>woda / mąka = 0,72</code></p><hr>'
  + '<p>https://example.org/bardzo/dlugi/adres/ktory/nie/ma/zadnych/przerw/i/ciagnie/sie/bez/konca/az/do/samego/brzegu</p>'
