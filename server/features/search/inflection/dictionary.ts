import { Affixes, foldPolish, isMadeBy } from './affixes.ts'
import { plainOf } from './comparison.ts'
import { Entries, hashesOf } from './entries.ts'

const FOLDED_WORD = /^[a-z]{2,40}$/
const IS_VERB = /[ćc]$/
const ADJECTIVE = 'x'
const LINES_AT_ONCE = 20

/** The files of a Hunspell dictionary and a list of irregular forms, one word a line; reading awaits `pause` often. */
type Source = { aff: string; dic: Uint8Array; irregular: string; pause: () => Promise<void> }

/**
 * Finds all forms of Polish words without diacritics. A form that belongs to several words has the forms of all of
 * them; the degrees of an adjective count as forms of one word.
 */
export class Dictionary {
  private readonly irregular: string[][] = []
  private readonly irregularOf = new Map<string, number[]>()
  /** For an adjective's entry number, the entry numbers of its other degrees ('dobry': 'lepszy', 'najlepszy'). */
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

  /** Returns all forms of a word including itself; empty for an unknown word. */
  formsOf(word: string): Set<string> {
    const isOwnWord = this.isCommon(this.entries.find(word))
    const ofEntries = this.entriesOf(word).flatMap((entry) => {
      const degrees = [entry, ...(this.degreesOf.get(entry) ?? [])].map((degree) => this.formsOfEntry(degree))
      const bases = degrees.map(([base]) => base!)
      if (!isOwnWord || bases.includes(word)) return degrees.flat()
      // Other forms that are words of their own are left out: 'sklep' (shop) and 'sklepienie' (vault) are both forms of
      // 'sklepić', but not forms of each other.
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
    // The dictionary has no rule for the participle 'jezdzac', only for its longer form 'jezdzacy'.
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

/** A short form can be a word of its own: 'list' (a letter) is also a rare form of 'lista'. */
const isShortened = (form: string, base: string) =>
  form.length === base.length - 1 && /[aeo]$/.test(base) && base.startsWith(form)
