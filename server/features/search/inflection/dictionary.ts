import { Affixes, foldPolish, isMadeBy } from './affixes.ts'
import { plainOf } from './comparison.ts'
import { Entries, hashesOf } from './entries.ts'

const FOLDED_WORD = /^[a-z]{2,40}$/
const IS_VERB = /[ćc]$/
const ADJECTIVE = 'x'
const LINES_AT_ONCE = 20

/**
 * The two files of a Hunspell dictionary (`aff`, `dic`) and `irregular.txt`, which lists irregular forms of one word on
 * each line. Reading awaits `pause` often, so that other work can run.
 */
type Source = { aff: string; dic: Uint8Array; irregular: string; pause: () => Promise<void> }

/**
 * Finds all forms of Polish words. Words are folded as in the index, so two words that differ only in diacritics are
 * treated as one. If a form belongs to several words, the forms of all of them are returned. The degrees of an
 * adjective count as forms of one word.
 */
export class Dictionary {
  private readonly irregular: string[][] = []
  private readonly irregularOf = new Map<string, number[]>()
  /**
   * The other degrees (positive, comparative or superlative) of an adjective. Keys and values are the numbers of
   * dictionary entries.
   */
  private readonly degreesOf = new Map<number, number[]>()

  private constructor(
    private readonly affixes: Affixes,
    private readonly entries: Entries,
  ) {}

  static async read({ aff, dic, irregular, pause }: Source): Promise<Dictionary> {
    const entries = await Entries.read(dic, pause)
    const dictionary = new Dictionary(await Affixes.read(aff, pause), entries)
    for (const [at, comparative] of entries.comparatives.entries()) {
      if (at % LINES_AT_ONCE === 0) await pause()
      dictionary.addDegrees(comparative)
    }
    for (const [at, line] of irregular.split('\n').entries()) {
      if (at % LINES_AT_ONCE === 0) await pause()
      if (line !== '' && !line.startsWith('#')) dictionary.addIrregular(line.split(' '))
    }
    return dictionary
  }

  private addDegrees(comparative: number): void {
    const base = foldPolish(this.entries.get(comparative).base)
    if (base.startsWith('naj')) return
    const plain = plainOf(base)
      .flatMap((word) => this.entries.find(word))
      .filter((entry) => this.entries.get(entry).flags.includes(ADJECTIVE))
    const degrees = [...new Set([...plain, comparative, ...this.entries.find(`naj${base}`)])]
    for (const degree of degrees)
      this.degreesOf.set(degree, [
        ...(this.degreesOf.get(degree) ?? []),
        ...degrees.filter((other) => other !== degree),
      ])
  }

  private addIrregular(words: string[]): void {
    const forms = words.flatMap((word) =>
      word.endsWith('*') ? this.formsOfBase(word.slice(0, -1)) : [foldPolish(word)],
    )
    const group = this.irregular.push([...new Set(forms)]) - 1
    for (const form of this.irregular[group]!)
      this.irregularOf.set(form, [...(this.irregularOf.get(form) ?? []), group])
  }

  private formsOfBase(base: string): string[] {
    const folded = foldPolish(base)
    return [
      folded,
      ...this.entries
        .find(folded)
        .filter((entry) => this.entries.get(entry).base === base)
        .flatMap((entry) => this.formsOfEntry(entry)),
    ]
  }

  isKnown(word: string): boolean {
    return this.irregularOf.has(word) || this.entriesOf(word).length > 0
  }

  /** Returns all forms of the words that `word` is a form of, including `word`; empty for an unknown word. */
  formsOf(word: string): Set<string> {
    const isOwnWord = this.isCommon(this.entries.find(word))
    const ofEntries = this.entriesOf(word).flatMap((entry) => {
      const degrees = [entry, ...(this.degreesOf.get(entry) ?? [])].map((degree) => this.formsOfEntry(degree))
      const bases = degrees.map(([base]) => base!)
      if (!isOwnWord || bases.includes(word)) return degrees.flat()
      // Here `word` is a form of another word, but also a word of its own. Other forms that are words of their own are
      // left out: 'sklep' (shop) and 'sklepienie' (vault) are both forms of 'sklepić', but not forms of each other.
      return degrees
        .flat()
        .filter((form) => form === word || bases.includes(form) || !this.isCommon(this.entries.find(form)))
    })
    return new Set([...(this.irregularOf.get(word) ?? []).flatMap((group) => this.irregular[group]!), ...ofEntries])
  }

  private entriesOf(word: string): number[] {
    if (!FOLDED_WORD.test(word)) return []
    const found = new Set(this.entries.find(word))
    const isBase = this.isCommon(found)
    const hashes = hashesOf(word)
    for (const { kept, ending, rules } of this.affixes.wordEndings(word)) {
      for (const entry of this.entries.findEnding(hashes[kept]!, word, kept, ending)) {
        if (found.has(entry) || (isBase && isShortened(word, word.slice(0, kept) + ending))) continue
        const { base, flags } = this.entries.get(entry)
        if (isMadeBy(rules, base, flags)) found.add(entry)
      }
    }
    // Finds the participle 'jezdzac' through its longer form, because the dictionary has a rule only for 'jezdzacy'.
    const participle = word.endsWith('ac')
      ? this.entriesOf(`${word}y`).filter((entry) => IS_VERB.test(this.entries.get(entry).base))
      : []
    return [...found, ...participle]
  }

  private formsOfEntry(entry: number): string[] {
    const { base, flags } = this.entries.get(entry)
    const folded = foldPolish(base)
    const forms = [...this.affixes.formsOf(base, flags)].filter(
      (form) => !isShortened(form, folded) || !this.isCommon(this.entries.find(form)),
    )
    return IS_VERB.test(base)
      ? [...forms, ...forms.filter((form) => form.endsWith('acy')).map((form) => form.slice(0, -1))]
      : forms
  }

  private isCommon(entries: Iterable<number>): boolean {
    return [...entries].some((entry) => /^\p{Ll}/u.test(this.entries.get(entry).base))
  }
}

/** Excludes short forms that are words of their own: 'list' (a letter) is also a rare form of 'lista'. */
const isShortened = (form: string, base: string) =>
  form.length === base.length - 1 && /[aeo]$/.test(base) && base.startsWith(form)
