export type Dialect = 'mybb' | 'smf' | 'phpbb' | 'nodebb' | 'lemmy' | 'discourse'

/** A step in the creation of a forum's content; it may refer to the `key` of an earlier step. */
export type Step =
  | { do: 'section'; key: string; title: string; description: string }
  | { do: 'person'; key: string; name: string; email: string; password: string; language: string; signature: string }
  | {
      do: 'thread'
      key: string
      section: string
      author: string
      title: string
      text: string
      at: number
      poll?: { question: string; answers: string[] }
    }
  | { do: 'post'; key: string; thread: string; author: string; text: string; at: number }
  | { do: 'message'; from: string; to: string; subject: string; text: string; at: number }
  | { do: 'like'; post: string; person: string; at: number }

type Random = () => number

/** The random generator Mulberry32 returns the same numbers for the same seed on every machine. */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const LANGUAGES = {
  pl: {
    who: ['Mój sąsiad', 'Kolega z pracy', 'Siostra', 'Mechanik z osiedla', 'Pan w sklepie', 'Nasz klub', 'Ktoś tutaj'],
    does: ['wymienił', 'poleca', 'zgubił', 'naprawił', 'sprzedaje', 'wyczyścił', 'przemalował', 'porównał'],
    what: ['łańcuch', 'przednią zębatkę', 'siodełko', 'żółtą ramę', 'dętkę', 'błotnik', 'pedały', 'źle dobrany kask'],
    when: ['wczoraj', 'zeszłej jesieni', 'po powodzi', 'w Łodzi', 'przed wyprawą', 'na śniegu', 'bez narzędzi'],
    asks: ['Czy to ma sens?', 'Co o tym myślicie?', 'Ile to kosztuje?', 'Kto próbował?', 'Zażółć gęślą jaźń!'],
    titles: ['Jaki wybrać', 'Problem:', 'Sprzedam', 'Pytanie o', 'Relacja,', 'Nie działa', 'Zdjęcia:'],
  },
  en: {
    who: ['My neighbour', 'A friend from work', 'The old mechanic', 'Our club', 'Somebody here', 'The shop'],
    does: ['replaced', 'recommends', 'lost', 'repaired', 'sells', 'cleaned', 'compared', 'painted'],
    what: ['the chain', 'a front sprocket', 'the saddle', 'a yellow frame', 'an inner tube', 'the mudguard'],
    when: ['yesterday', 'last autumn', 'after the flood', 'in the mountains', 'before the trip', 'without tools'],
    asks: ['Does it make sense?', 'What do you think?', 'How much is it?', 'Who has tried?', "It isn't cheap, is it?"],
    titles: ['Which', 'Problem:', 'For sale:', 'A question about', 'A report on', 'Broken:', 'Pictures of'],
  },
} as const

type Language = keyof typeof LANGUAGES

/** Characters with a meaning in Markdown, HTML or BBCode, as people type them in prose. */
const ODD = [
  '2 * 3 * 4 = 24',
  'plik_z_podkreśleniami_w_nazwie.txt',
  'a < b && b > c',
  '1. pierwsze primo',
  '# bez kratki',
  '- myślnik na początku',
  '> strzałka na początku',
  'C:\\Rowery\\nowe',
  '~około~ 5 zł | 10 zł',
  '`odwrotny` apostrof',
  'tablica[0] = [x]',
  '&amp; to nie ampersand, &lt; też nie',
  'emoji 🚲 i 👍🏽, strzałka →, „cudzysłów”',
  '@nikt i r/nic, #hasz',
  'Cena: 1 200 zł / 5 % -- 50 $',
  '== nagłówek ==',
  '***',
  '1) nawias',
  'o 5:30 (albo 18:05)',
  'a_b*c_d*e',
  'https://example.org/strona_(rower)?a=1&b=2#c',
  'www.example.org/ścieżka',
  'adres jan.kowalski@example.org',
  '!important [nawias](nie-adres)',
  '\u00a0twarda spacja\u00a0',
  '+ plus na początku',
  '---',
  '100% "pewne" i \'na pewno\'',
]

type Marks = {
  bold: (text: string) => string
  italic: (text: string) => string
  struck: (text: string) => string
  under: (text: string) => string
  colored: (text: string) => string
  link: (address: string, text: string) => string
  image: (address: string) => string
  list: (items: string[], isOrdered: boolean) => string
  code: (text: string) => string
  quote: (key: string, text: string) => string
  plainQuote: (text: string) => string
}

const BBCODE: Marks = {
  bold: (text) => `[b]${text}[/b]`,
  italic: (text) => `[i]${text}[/i]`,
  struck: (text) => `[s]${text}[/s]`,
  under: (text) => `[u]${text}[/u]`,
  colored: (text) => `[color=#c00][size=large]${text}[/size][/color]`,
  link: (address, text) => (text === '' ? `[url]${address}[/url]` : `[url=${address}]${text}[/url]`),
  image: (address) => `[img]${address}[/img]`,
  list: (items, isOrdered) => `[list${isOrdered ? '=1' : ''}]\n${items.map((one) => `[*]${one}`).join('\n')}\n[/list]`,
  code: (text) => `[code]\n${text}\n[/code]`,
  quote: (key, text) => `%%quote:${key}%%${text}[/quote]\n`,
  plainQuote: (text) => `[quote]${text}[/quote]\n`,
}

const MARKDOWN: Marks = {
  bold: (text) => `**${text}**`,
  italic: (text) => `*${text}*`,
  struck: (text) => `~~${text}~~`,
  under: (text) => text,
  colored: (text) => text,
  link: (address, text) => (text === '' ? address : `[${text}](${address})`),
  image: (address) => `![obraz](${address})`,
  list: (items, isOrdered) => `\n${items.map((one, at) => `${isOrdered ? `${at + 1}.` : '*'} ${one}`).join('\n')}\n`,
  code: (text) => `\n\`\`\`\n${text}\n\`\`\`\n`,
  quote: (key, text) => `%%quote:${key}%%\n> ${text.replaceAll('\n', '\n> ')}\n\n`,
  plainQuote: (text) => `\n> ${text.replaceAll('\n', '\n> ')}\n\n`,
}

const MARKS: Record<Dialect, Marks> = {
  mybb: BBCODE,
  smf: {
    ...BBCODE,
    colored: (text) => `[color=red][size=14pt]${text}[/size][/color]`,
    list: (items, isOrdered) =>
      `[list${isOrdered ? ' type=decimal' : ''}]\n${items.map((one) => `[li]${one}[/li]`).join('\n')}\n[/list]`,
  },
  phpbb: { ...BBCODE, colored: (text) => `[color=#CC0000][size=150]${text}[/size][/color]` },
  nodebb: MARKDOWN,
  lemmy: MARKDOWN,
  discourse: {
    ...MARKDOWN,
    under: (text) => `[u]${text}[/u]`,
    colored: (text) => `<big>${text}</big>`,
    quote: (key, text) => `%%quote:${key}%%${text}\n[/quote]\n\n`,
  },
}

const SMILIES: Record<Dialect, string[]> = {
  mybb: [':)', ';)', ':D', ':P', ':(', ':rolleyes:', ':shy:', ':@', ':s', ':huh:', ':idea:', ':cool:', ':angel:'],
  smf: [':)', ';)', ':D', ';D', '>:(', ':(', ':o', '8)', '???', '::)', ':P', ':-[', ':-X', ':-\\', ':-*', ":'("],
  phpbb: [':D', ':)', ';)', ':(', ':o', ':shock:', ':?', '8-)', ':lol:', ':x', ':P', ':oops:', ':cry:', ':mrgreen:'],
  nodebb: [':smile:', ':wink:', ':+1:', '🙂'],
  lemmy: ['🙂', '👍🏽', '🚲'],
  discourse: [':smile:', ':wink:', ':+1:', ':)', ';)', ':bike:', ':heart:', '🙂'],
}

/** Markup that only the named forum program supports; `%%name%%` is a placeholder. */
const MORE: Partial<Record<Dialect, ((words: () => string) => string)[]>> = {
  lemmy: [
    (words) => `\n::: spoiler ${words()}\n${words()}\n\n- ${words()}\n- **${words()}**\n:::\n`,
    (words) => `\n::: spoiler Zakończenie\n${words()}\n> ${words()}\n:::\n${words()}`,
    (words) => `${words()} H~2~O i 10 m^2^. ${words()}`,
    (words) => `${words()}[^1] ${words()}\n\n[^1]: ${words()}\n\n${words()}`,
    (words) => `${words()}^[${words()}]`,
    (words) => `${words()} {自転車|じてんしゃ} ${words()}`,
    () => '@%%name%%@%%host%%',
    (words) => `${words()} !%%community%%@%%host%% ${words()}`,
    (words) => `${words()} @obcy_rowerzysta@inna.example.net, !gory@inna.example.net`,
    (words) => `${words()} /c/%%community%%@%%host%%`,
    (words) => `[@%%name%%@%%host%%](%%base%%/u/%%name%%) ${words()}`,
    (words) => `[${words()}](/post/%%post%%) i [${words()}](</post/%%post%%>)`,
    (words) => `${words()} [tutaj][1] <%%base%%/post/%%post%%>\n\n[1]: %%base%%/post/%%post%%\n\n${words()}`,
    (words) => `![${words()}](%%base%%/pictrs/image/%%picture%%)`,
    (words) => `\n| część | cena |\n|---|---:|\n| ${words()} | 20 zł |\n| b | **30** |\n`,
    (words) => `\n# ${words()}\n\n## Drugi\n\n---\n\n${words()}`,
    (words) => `${words()} \`%%base%%/post/1\` i \`@a@b.example.org\` ~~**${words()}**~~`,
    (words) => `\n1. ${words()}\n   - ${words()}\n   - ${words()}\n2. ${words()}\n\n   ${words()}\n`,
    (words) => `<b>${words()}</b> <!-- nic --> &lt;i&gt;`,
  ],
  discourse: [
    (words) => `\n[spoiler]\n${words()}\n\n* ${words()}\n[/spoiler]\n`,
    (words) => `${words()} [spoiler]${words()}[/spoiler] ${words()}`,
    (words) => `\n[details="Zakończenie, *nie czytaj*"]\n${words()}\n\n> ${words()}\n[/details]\n\n${words()}`,
    (words) => `\n[poll]\n* ${words()}\n* ${words()}\n[/poll]\n`,
    (words) => `@%%name%% i @nieznana_osoba ${words()}`,
    (words) => `${words()} #%%community%%, #nieznany ${words()}`,
    (words) => `${words()} :bike: :heart: :wave:t4: :nie_ma_takiej: ${words()} :-)`,
    (words) => `\n![${words().replace(/[.!?]/g, '')}|690x388](%%picture%%)\n\n${words()}`,
    (words) => `[rower.pdf|attachment](%%attachment%%) (12,3 KB) ${words()}`,
    (words) => `\nhttps://example.org/artykul/%%post%%\n\n${words()}`,
    (words) => `\n[ ] ${words()}\n[x] ${words()}\n`,
    (words) => `\n| część | cena |\n|---|---:|\n| ${words()} | 20 zł |\n| b | **30** |\n`,
    (words) => `\n## ${words()}\n\n---\n\n${words()}`,
    (words) => `<kbd>Ctrl</kbd>+<kbd>C</kbd> m<sup>2</sup> <ins>${words()}</ins> <del>${words()}</del> <mark>x</mark>`,
    (words) => `<!-- niewidoczne --> ${words()} <u>podkreślone</u> \`<b>@ola</b> :smile:\``,
    (words) => `[${words()}](/t/%%topic%%) i [dział](/c/%%community%%/%%category%%), [${words()}](/u/%%name%%/summary)`,
    (words) => `${words()} %%base%%/t/-/%%topic%% %%base%%/p/%%post%%`,
    (words) => `\n1. ${words()}\n   - ${words()}\n   - ${words()}\n2. ${words()}\n\n   ${words()}\n`,
    (words) => `(c) ${words()} -- "${words()}" ... it's`,
  ],
}

type Options = { seed: number; dialect: Dialect; threads: number; people: number; posts: number }

const FIRST_DAY = Date.UTC(2009, 2, 1) / 1_000

/** A forum's content in Polish and English, as steps that a forum program performs with its own functions. */
export class Content {
  #random: Random
  #marks: Marks
  constructor(private readonly options: Options) {
    this.#random = seeded(options.seed)
    this.#marks = MARKS[options.dialect]
  }

  #pick = <T>(list: readonly T[]): T => list[Math.floor(this.#random() * list.length)]!
  #chance = (share: number) => this.#random() < share

  #sentence(language: Language): string {
    const words = LANGUAGES[language]
    const parts = [words.who, words.does, words.what, words.when].map((list) => this.#pick<string>(list))
    return `${parts.join(' ')}${this.#pick(['.', '.', '...', '!', '?'])}`
  }

  #paragraph(language: Language): string {
    const count = 1 + Math.floor(this.#random() * 3)
    return Array.from({ length: count }, () => this.#sentence(language)).join(' ')
  }

  #piece(language: Language, known: { posts: string[]; threads: string[]; people: string[] }): string {
    const marks = this.#marks
    const sentence = () => this.#sentence(language)
    const pieces: (() => string)[] = [
      () => marks.bold(sentence()),
      () => `${marks.italic(sentence())} ${sentence()}`,
      () => marks.bold(`${sentence()} ${marks.italic(sentence())}`),
      () => `${sentence()} ${marks.struck(sentence())}`,
      () => marks.under(sentence()),
      () => marks.colored(sentence()),
      () => `${sentence()} ${this.#pick(SMILIES[this.options.dialect])}`,
      () => `${sentence()} ${this.#pick(SMILIES[this.options.dialect])} ${sentence()}`,
      () => marks.list([sentence(), sentence(), marks.bold(sentence())], false),
      () => marks.list([sentence(), `${sentence()} ${sentence()}`], true),
      () => marks.code(`for (i = 0; i < 10; i++) {\n    rower[i] = "<b>*nowy*</b>";\n}`),
      () => marks.link('https://example.org/rower?id=1&x=2', sentence()),
      () => marks.link('https://example.org/długa_ścieżka_(1)', ''),
      () => marks.image('https://example.org/obrazek.png'),
      () => `${sentence()}\n${this.#pick(ODD)}\n${sentence()}`,
      () => this.#pick(ODD),
      () => this.#pick(ODD),
      () => marks.plainQuote(sentence()) + sentence(),
      () => LANGUAGES[language].asks[Math.floor(this.#random() * 5)]!,
    ]
    for (const more of MORE[this.options.dialect] ?? []) pieces.push(() => more(sentence))
    if (known.posts.length > 0)
      pieces.push(
        () => marks.link(`%%post:${this.#pick(known.posts)}%%`, sentence()),
        () => `%%post:${this.#pick(known.posts)}%%`,
        () => `${sentence()} %%thread:${this.#pick(known.threads)}%% ${sentence()}`,
        () => marks.link(`%%thread:${this.#pick(known.threads)}%%`, ''),
        () => marks.link(`%%person:${this.#pick(known.people)}%%`, sentence()),
      )
    return this.#pick(pieces)()
  }

  #text(language: Language, known: { posts: string[]; threads: string[]; people: string[] }): string {
    const count = 1 + Math.floor(this.#random() * 4)
    const pieces = Array.from({ length: count }, () =>
      this.#chance(0.45) ? this.#piece(language, known) : this.#paragraph(language),
    )
    return pieces.join(this.#pick(['\n\n', '\n', '\n\n']))
  }

  *#people(): Generator<Step> {
    const names = [
      'Jan Kowalski',
      'ola',
      'Zażółć',
      'Rower_Man',
      'x',
      'Łukasz Żak',
      'admin2',
      'bot',
      'me',
      'Ola K.',
      'O’Neil',
    ]
    for (let at = 0; at < this.options.people; at += 1)
      yield {
        do: 'person',
        key: `u${at}`,
        name: names[at] ?? `${this.#pick(['Kolarz', 'Marta', 'Bike', 'Gość', 'Ewa K', 'rower-fan', 'Pan.X'])} ${at}`,
        email: `osoba${at}@example.org`,
        password: `Haslo.${at}.żółw`,
        language: this.#chance(0.3) ? 'en' : 'pl',
        signature: this.#chance(0.2) ? this.#marks.bold('Jeżdżę') : '',
      }
  }

  *steps(): Generator<Step> {
    const { threads, people, posts } = this.options
    const sections = ['Rowery miejskie', 'Góry & szosa', 'Warsztat', 'English corner', 'Hyde Park']
    for (const [at, title] of sections.entries())
      yield { do: 'section', key: `s${at}`, title, description: `Rozmowy: ${title}` }
    yield* this.#people()
    const known = { posts: [] as string[], threads: [] as string[], people: [] as string[] }
    for (let at = 0; at < people; at += 1) known.people.push(`u${at}`)
    const said = new Map<string, { key: string; first: string; author: string }[]>()
    let at = FIRST_DAY
    for (let nth = 0; nth < threads; nth += 1) {
      const language: Language = this.#chance(0.3) ? 'en' : 'pl'
      const words = LANGUAGES[language]
      const key = `t${nth}`
      at += 3_600 + Math.floor(this.#random() * 40_000)
      yield {
        do: 'thread',
        key,
        section: `s${language === 'en' ? 3 : nth % 3}`,
        author: this.#pick(known.people),
        title: [words.titles, words.what, ['', '<i>', '&', '"2"', '*x*'], [nth]]
          .map((list) => this.#pick<string | number>(list))
          .join(' '),
        text: this.#text(language, known),
        at,
        ...(nth % 20 === 7 && { poll: { question: words.asks[1]!, answers: [words.what[0]!, words.what[1]!] } }),
      }
      known.threads.push(key)
      said.set(key, [])
    }
    yield* this.#posts(posts, at, known, said)
    for (let nth = 0; nth < 60; nth += 1)
      yield {
        do: 'message',
        from: this.#pick(known.people),
        to: this.#pick(known.people),
        subject: `Pytanie ${nth}`,
        text: this.#text('pl', known),
        at: at + nth * 60,
      }
    for (let nth = 0; nth < 300; nth += 1)
      yield { do: 'like', post: this.#pick(known.posts), person: this.#pick(known.people), at: at + nth }
  }

  /** Most posts are in a few threads, so that these threads are long enough for several pages. */
  *#posts(
    count: number,
    from: number,
    known: { posts: string[]; threads: string[]; people: string[] },
    said: Map<string, { key: string; first: string; author: string }[]>,
  ): Generator<Step> {
    let at = from
    for (let nth = 0; nth < count; nth += 1) {
      const thread = known.threads[Math.floor(this.#random() ** 3 * known.threads.length)]!
      const language: Language = this.#chance(0.3) ? 'en' : 'pl'
      const earlier = said.get(thread)!
      const key = `p${nth}`
      const first = this.#sentence(language)
      const quoted = earlier.length > 0 && this.#chance(0.4) ? this.#pick(earlier) : null
      const second = quoted && this.#chance(0.1) ? this.#pick(earlier) : null
      const quotes = [quoted, second].flatMap((one) => (one ? [this.#marks.quote(one.key, one.first)] : [])).join('')
      at += 30 + Math.floor(this.#random() * 9_000)
      const author = this.#pick(known.people)
      yield { do: 'post', key, thread, author, text: `${quotes}${first}\n${this.#text(language, known)}`, at }
      earlier.push({ key, first, author })
      known.posts.push(key)
    }
  }
}
