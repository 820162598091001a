export type Pair = [a: string, b: string]

export type Sample = { same: Pair[]; sameUnseen: Pair[]; near: Pair[]; random: Pair[] }

/** The same numbers in each run. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Words that share a form, or one of them with 'nie' before it, may be one word: they are never a pair that should stay apart. */
function families(lexemes: string[][]): { of: (lexeme: number) => number; owners: Map<string, number> } {
  const parents = lexemes.map((_, at) => at)
  const of = (at: number): number => {
    while (parents[at] !== at) at = parents[at] = parents[parents[at]!]!
    return at
  }
  const owners = new Map<string, number>()
  for (const [at, forms] of lexemes.entries()) {
    for (const form of forms) {
      const owner = owners.get(form)
      if (owner === undefined) owners.set(form, at)
      else parents[of(at)] = of(owner)
    }
  }
  for (const [form, at] of owners) {
    const denied = form.startsWith('nie') ? owners.get(form.slice(3)) : undefined
    if (denied !== undefined) parents[of(at)] = of(denied)
  }
  return { of, owners }
}

const SHARED_LETTERS = 4
const NEIGHBOURS = 60

export function splitLexemes(lexemes: string[][]): {
  seen: string[][]
  isUnseen: (at: number) => boolean
  families: ReturnType<typeof families>
} {
  const found = families(lexemes)
  const isUnseen = (at: number) => (Math.imul(found.of(at), 2_654_435_761) >>> 0) % 10 === 0
  const isDenial = ([base]: string[]) => base!.startsWith('nie') && found.owners.has(base!.slice(3))
  return { seen: lexemes.filter((forms, at) => !isUnseen(at) && !isDenial(forms)), isUnseen, families: found }
}

/** Two forms of one word, and two of different words: neighbours in the alphabet with the same four letters first, and any. */
export function samplePairs(lexemes: string[][], count: number): Sample {
  const below = random(2026)
  const {
    isUnseen,
    families: { of, owners },
  } = splitLexemes(lexemes)
  const all = [...owners].sort(([a], [b]) => (a < b ? -1 : 1))

  function draw(make: () => Pair | null): Pair[] {
    const pairs: Pair[] = []
    while (pairs.length < count) {
      const pair = make()
      if (pair) pairs.push(pair)
    }
    return pairs
  }
  function ofOne(accepts: (at: number) => boolean): Pair | null {
    const at = below(lexemes.length)
    const forms = lexemes[at]!
    const [a, b] = [forms[below(forms.length)]!, forms[below(forms.length)]!]
    return a !== b && accepts(at) ? [a, b] : null
  }
  function neighbours(): Pair | null {
    const at = below(all.length)
    const [word, owner] = all[at]!
    if (word.length < SHARED_LETTERS) return null
    const others = all
      .slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS)
      .filter(([other, by]) => of(by) !== of(owner) && other.startsWith(word.slice(0, SHARED_LETTERS)))
    return others.length > 0 ? [word, others[below(others.length)]![0]] : null
  }
  function any(): Pair | null {
    const [[a, first], [b, second]] = [all[below(all.length)]!, all[below(all.length)]!]
    return of(first) !== of(second) ? [a, b] : null
  }
  return {
    same: draw(() => ofOne(() => true)),
    sameUnseen: draw(() => ofOne(isUnseen)),
    near: draw(neighbours),
    random: draw(any),
  }
}
