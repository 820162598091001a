/** How many letters a word loses at its end, and what takes their place. */
type Change = { lost: number; added: string }

/** By the end of a word; '^' is its beginning. The longest that fits counts. */
export type Endings = Map<string, Change>

type Example = { word: string; change: string; weight: number }

/** The stem that all forms of a word shall get: its first form without final vowels, so that nouns and verbs of one root stay apart. */
function stemOf([base]: string[]): string {
  return /^(.{2,}?)[aeiouy]+$/.exec(base!)?.[1] ?? base!
}

function examplesOf(forms: string[], weight: number): Example[] {
  const stem = stemOf(forms)
  return forms.map((word) => {
    let common = 0
    while (common < word.length && word[common] === stem[common]) common += 1
    return { word: `^${word}`, change: `${word.length - common} ${stem.slice(common)}`, weight }
  })
}

type Node = {
  changes: Map<string, number>
  best: string
  next: [letter: string, node: Node][]
  scores: Map<string, number>
}

/** A tree of the ends of words, as deep as its examples disagree. */
function grow(examples: Example[], depth: number, minGain: number): Node {
  const changes = new Map<string, number>()
  for (const { change, weight } of examples) changes.set(change, (changes.get(change) ?? 0) + weight)
  const [[best, right]] = [...changes].sort((a, b) => b[1] - a[1]) as [[string, number]]
  const wrong = [...changes.values()].reduce((sum, weight) => sum + weight, 0) - right
  const longer = wrong < minGain ? [] : examples.filter(({ word }) => word.length > depth)
  const byLetter = Map.groupBy(longer, ({ word }) => word.at(-1 - depth)!)
  return {
    changes,
    best,
    next: [...byLetter].map(([letter, group]) => [letter, grow(group, depth + 1, minGain)]),
    scores: new Map(),
  }
}

/** The weight of what is right where `change` counts at this node; below it a rule of its own costs `minGain`. */
function score(node: Node, change: string, minGain: number): number {
  if (node.next.length === 0) return node.changes.get(change) ?? 0
  let known = node.scores.get(change)
  if (known === undefined) {
    known = node.next.reduce(
      (sum, [, below]) => sum + Math.max(score(below, change, minGain), score(below, below.best, minGain) - minGain),
      0,
    )
    node.scores.set(change, known)
  }
  return known
}

function collect(node: Node, inherited: string, end: string, minGain: number, found: Endings): void {
  const isRule = score(node, node.best, minGain) - minGain > score(node, inherited, minGain)
  const change = isRule ? node.best : inherited
  if (isRule) {
    const [lost, added] = change.split(' ')
    found.set(end, { lost: Number(lost), added: added! })
  }
  for (const [letter, below] of node.next) collect(below, change, letter + end, minGain, found)
}

const EVERYDAY_WEIGHT = 20

/**
 * The fewest endings that give most forms of a word the same stem: an ending stays where it is worth more than `minGain`. A word of many forms
 * counts for more than one of few, though not as much more. Everyday words, which are the least regular, count most.
 */
export function learnEndings(lexemes: string[][], everyday: string[][], minGain: number): Endings {
  const examples = [
    ...lexemes.flatMap((forms) => examplesOf(forms, forms.length ** -0.5)),
    ...everyday.flatMap((forms) => examplesOf(forms, EVERYDAY_WEIGHT)),
  ]
  const found: Endings = new Map()
  collect(grow(examples, 0, minGain / 10), '0 ', '', minGain, found)
  return found
}

export function stem(word: string, endings: Endings): string {
  const whole = `^${word}`
  for (let from = 0; from <= whole.length; from += 1) {
    const change = endings.get(whole.slice(from))
    if (change && change.lost < word.length) return word.slice(0, word.length - change.lost) + change.added
  }
  return word
}
