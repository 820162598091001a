/** A suffix rule of Hunspell: a word whose end matches `fits` loses `strip` and gets `add`. */
type Rule = { flag: string; strip: string; add: string; fits: RegExp | null }

/** The rules of one flag that have the same `strip` and `fits`. */
type Endings = { strip: string; fits: RegExp | null; add: string[] }

const LETTERS: Record<string, string> = { ą: 'a', ć: 'c', ę: 'e', ł: 'l', ń: 'n', ó: 'o', ś: 's', ź: 'z', ż: 'z' }

/** Folds Polish letters exactly as the SQL function `f_unaccent` does. */
export const foldPolish = (text: string) => text.toLowerCase().replace(/[ąćęłńóśźż]/g, (letter) => LETTERS[letter]!)

const LINES_AT_ONCE = 100

/** Prefix rules are left out, because a word with a prefix is another word: 'nie' (not) reverses the meaning. */
export class Affixes {
  private readonly endingsOf = new Map<string, Map<string, Endings>>()
  /** Suffix rules by the suffix of the inflected form, then by the suffix of the base word, both without diacritics. */
  private readonly byEnding = new Map<string, Map<string, Rule[]>>()
  private longest = 0

  static async read(aff: string, pause: () => Promise<void>): Promise<Affixes> {
    const affixes = new Affixes()
    const conditions = new Map<string, RegExp>()
    for (const [at, line] of aff.split('\n').entries()) {
      if (at % LINES_AT_ONCE === 0) await pause()
      const [kind, flag, strip, add, fits] = line.trim().split(/\s+/)
      if (kind !== 'SFX' || fits === undefined) continue
      if (!conditions.has(fits)) conditions.set(fits, new RegExp(`${fits}$`))
      affixes.add({
        flag: flag!,
        strip: strip === '0' ? '' : strip!,
        add: add === '0' ? '' : add!,
        fits: fits === '.' ? null : conditions.get(fits)!,
      })
    }
    return affixes
  }

  private add(rule: Rule): void {
    const { strip, add, fits } = rule
    const endings = inside(
      inside(this.endingsOf, rule.flag, () => new Map<string, Endings>()),
      `${strip} ${fits?.source}`,
      () => ({ strip, fits, add: [] }),
    )
    endings.add.push(add)
    inside(
      inside(this.byEnding, foldPolish(add), () => new Map<string, Rule[]>()),
      foldPolish(strip),
      () => [],
    ).push(rule)
    this.longest = Math.max(this.longest, add.length)
  }

  formsOf(base: string, flags: string): Set<string> {
    const forms = new Set([foldPolish(base)])
    for (const flag of flags) {
      for (const { strip, fits, add } of this.endingsOf.get(flag)?.values() ?? []) {
        if (!base.endsWith(strip) || (fits && !fits.test(base))) continue
        const kept = foldPolish(base.slice(0, base.length - strip.length))
        for (const ending of add) forms.add(kept + foldPolish(ending))
      }
    }
    return forms
  }

  /**
   * Yields the ways to split an inflected form: `kept` is the length of the stem, and `ending` the suffix that the base
   * word has instead.
   */
  *wordEndings(form: string): Generator<{ kept: number; ending: string; rules: Rule[] }> {
    for (let kept = Math.max(0, form.length - this.longest); kept <= form.length; kept += 1) {
      for (const [ending, rules] of this.byEnding.get(form.slice(kept)) ?? []) yield { kept, ending, rules }
    }
  }
}

export const isMadeBy = (rules: Rule[], base: string, flags: string) =>
  rules.some(({ flag, strip, fits }) => flags.includes(flag) && base.endsWith(strip) && (!fits || fits.test(base)))

function inside<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}
