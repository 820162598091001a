import { counted, formatNumber } from '../plural.ts'

const things = (n: number) => counted('pl', n, { one: 'treść', few: 'treści', many: 'treści' })

export const filters = {
  title: 'Filtry',
  lead:
    'Filtr sprawdza każdy nowy i zmieniony post i komentarz. Treści moderatorów tej społeczności przechodzą bez ' +
    'sprawdzania.',
  siteTitle: 'Filtry całego serwisu',
  siteLead:
    'Filtr sprawdza każdy nowy i zmieniony post i komentarz we wszystkich społecznościach. Treści ' +
    'administratorów przechodzą bez sprawdzania.',
  loading: 'Wczytywanie filtrów',
  failed: 'Nie udało się wykonać tej czynności',
  tryAgain: 'Spróbuj ponownie',
  none: 'Nie ma jeszcze filtrów.',
  more: 'Pokaż więcej filtrów',
  on: 'włączony',
  off: 'wyłączony',
  hits: (n: number) => `Trafienia w ostatnich 30 dniach: ${formatNumber('pl', n)}`,
  enable: 'Włącz',
  enableOf: (name: string) => `Włącz filtr: ${name}`,
  disable: 'Wyłącz',
  disableOf: (name: string) => `Wyłącz filtr: ${name}`,
  edit: 'Zmień',
  editOf: (name: string) => `Zmień filtr: ${name}`,
  remove: 'Usuń',
  removeOf: (name: string) => `Usuń filtr: ${name}`,
  removeTitle: (name: string) => `Usunąć filtr „${name}”?`,
  removeText: 'To, co filtr już zatrzymał, zdjął lub zgłosił, pozostanie bez zmian.',
  cancel: 'Anuluj',
  enabled: (name: string) => `Filtr „${name}” jest włączony.`,
  disabled: (name: string) => `Filtr „${name}” jest wyłączony.`,
  removed: (name: string) => `Filtr „${name}” został usunięty.`,
  saved: (name: string) => `Filtr „${name}” został zapisany.`,
  unchanged: 'Nic się nie zmieniło.',

  add: 'Dodaj filtr',
  newFilter: 'Nowy filtr',
  change: (name: string) => `Zmiana filtra „${name}”`,
  name: 'Nazwa filtra',
  nameHint: 'Widzą ją moderatorzy w kolejce.',
  action: 'Co ma robić',
  actions: {
    hold: 'zatrzymać do decyzji moderatora',
    remove: 'zdjąć i powiadomić autora',
    report: 'zgłosić moderatorom',
  },
  all: 'Wszystkie te warunki muszą być spełnione',
  any: 'Co najmniej jeden z tych warunków musi być spełniony',
  addAll: 'Dodaj warunek konieczny',
  addAny: 'Dodaj warunek do wyboru',
  field: (n: number) => `Warunek ${n}: co sprawdzić`,
  op: (n: number) => `Warunek ${n}: jak porównać`,
  value: (n: number) => `Warunek ${n}: wartość`,
  removeCondition: (n: number) => `Usuń warunek ${n}`,
  fields: {
    title: 'tytuł posta',
    text: 'treść',
    link_domain: 'domena linku',
    author_age_days: 'wiek konta w dniach',
    author_karma: 'karma autora',
    author_trust: 'poziom zaufania autora',
    links: 'liczba linków',
    is_first_post: 'pierwszy post autora',
    mentions: 'liczba wzmianek',
  },
  ops: {
    contains: 'zawiera',
    word: 'zawiera słowo',
    regex: 'pasuje do wzorca',
    is: 'równa się',
    less: 'mniejsze niż',
    more: 'większe niż',
  },
  regexHint: 'Wyrażenie regularne w składni RE2. Wielkość liter nie ma znaczenia.',
  nameless: 'Nadaj filtrowi nazwę.',
  withoutConditions: 'Dodaj co najmniej jeden warunek.',
  incomplete: (n: number) => `Uzupełnij wartość warunku ${n}.`,
  submit: 'Zapisz filtr',

  test: 'Sprawdź na dotychczasowych treściach',
  days: 'Okres sprawdzania',
  daysOf: (n: number) => counted('pl', n, { one: 'dzień', few: 'dni', many: 'dni' }),
  testing: 'Sprawdzanie',
  tested: (checked: number, matched: number, isCut: boolean) =>
    `Sprawdzono ${things(checked)}${isCut ? ', tylko najnowsze' : ''}. Filtr objąłby ${things(matched)}.`,
  samples: 'Najnowsze z nich',
  post: 'post',
  comment: 'komentarz',
  nobody: '[usunięty]',

  broadTitle: 'Włączyć mimo to?',
  broadText: (checked: number, matched: number) =>
    `Ten filtr objąłby ${formatNumber('pl', matched)} z ${formatNumber('pl', checked)} treści z ostatniego ` +
    'tygodnia, czyli więcej niż jedną piątą.',
  broadConfirm: 'Włącz filtr',
  afterForm: { create: 'Filtr dodany.', edit: 'Filtr zmieniony.', remove: 'Filtr usunięty.' },
}

export type FilterTexts = typeof filters
