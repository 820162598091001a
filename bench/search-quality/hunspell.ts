type Rule = { strip: string; add: string; fits: RegExp | null }

/** The suffix rules by flag. Prefixes ('nie', 'naj') make other words. */
function suffixRules(aff: string): Map<string, Rule[]> {
  const rules = new Map<string, Rule[]>()
  for (const line of aff.split('\n')) {
    const [kind, flag, strip, add, condition] = line.trim().split(/\s+/)
    if (kind !== 'SFX' || condition === undefined) continue
    const rule = {
      strip: strip === '0' ? '' : strip!,
      add: add === '0' ? '' : add!.split('/')[0]!,
      fits: condition === '.' ? null : new RegExp(`${condition}$`),
    }
    rules.set(flag!, [...(rules.get(flag!) ?? []), rule])
  }
  return rules
}

/** As `f_unaccent` does it for the letters of the two dictionaries. */
export const fold = (word: string) => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l')

/** Each common word of a Hunspell dictionary with the forms that its affix rules make of it, folded, the word itself first. */
export function readLexemes(aff: string, dic: string): string[][] {
  const rules = suffixRules(aff)
  return dic
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [base, flags] = line.trim().split('/')
      if (!base || !flags || !/^\p{Ll}{2,}$/u.test(base)) return []
      const forms = new Set([fold(base)])
      for (const flag of flags) {
        for (const { strip, add, fits } of rules.get(flag) ?? []) {
          if (base.endsWith(strip) && (!fits || fits.test(base)))
            forms.add(fold(base.slice(0, base.length - strip.length) + add))
        }
      }
      return forms.size > 1 ? [[...forms]] : []
    })
}
