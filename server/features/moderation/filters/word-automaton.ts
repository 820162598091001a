/** Each array has 1 at the index of a word that the text contains, in `whole` only if it occurs as a whole word. */
export type FoundWords = { anywhere: Uint8Array; whole: Uint8Array }

export type WordAutomaton = { find: (text: string) => FoundWords }

const ROOT_NODE = 0
const NONE = -1
const ENDS_IN_WORD = /[\p{L}\p{N}_]$/u
const BEGINS_IN_WORD = /^[\p{L}\p{N}_]/u
const ASCII_WORD = /\w/
const IS_ASCII_WORD = Uint8Array.from({ length: 128 }, (_, unit) => Number(ASCII_WORD.test(String.fromCharCode(unit))))

function isWordAfter(text: string, at: number): boolean {
  if (at === text.length) return false
  const unit = text.charCodeAt(at)
  return unit < IS_ASCII_WORD.length ? IS_ASCII_WORD[unit] === 1 : BEGINS_IN_WORD.test(text.slice(at, at + 2))
}

/** Returns an array with 1 for each index of the text where a word may begin, otherwise 0. */
function beginningsOf(text: string): Uint8Array {
  const beginnings = new Uint8Array(text.length + 1)
  for (let at = 0; at <= text.length; at += 1) {
    const unit = at === 0 ? 0 : text.charCodeAt(at - 1)
    beginnings[at] = Number(
      unit < IS_ASCII_WORD.length ? IS_ASCII_WORD[unit] === 0 : !ENDS_IN_WORD.test(text.slice(Math.max(0, at - 2), at)),
    )
  }
  return beginnings
}

/** A hash table that maps a node and a code unit to the child node; typed arrays save memory. */
function createEdges(nodes: number) {
  const mask = 2 ** Math.ceil(Math.log2(nodes * 2 + 2)) - 1
  const [keys, units, children] = [
    new Int32Array(mask + 1).fill(NONE),
    new Uint16Array(mask + 1),
    new Int32Array(mask + 1),
  ]
  /** Returns the slot of the edge in the hash table, or the free slot where it can be stored. */
  const placeOf = (node: number, unit: number) => {
    let place = ((Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 7) & mask
    while (keys[place] !== NONE && (keys[place] !== node || units[place] !== unit)) place = (place + 1) & mask
    return place
  }
  return {
    childOf(node: number, unit: number): number {
      const place = placeOf(node, unit)
      return keys[place] === NONE ? NONE : children[place]!
    },
    add(node: number, unit: number, child: number): void {
      const place = placeOf(node, unit)
      keys[place] = node
      units[place] = unit
      children[place] = child
    },
  }
}

/**
 * Builds an Aho–Corasick automaton, which finds all words in one pass. The words must be distinct and folded (NFC,
 * lower case) like the text; an empty word is never found.
 */
export function createWordAutomaton(words: readonly string[]): WordAutomaton {
  const most = words.reduce((sum, { length }) => sum + length, 1)
  const edges = createEdges(most)
  /**
   * For each node: its word, its suffix link (the longest other node that is a suffix), the longest suffix that is a
   * word.
   */
  const [wordAt, suffixes, endings] = [new Int32Array(most).fill(NONE), new Int32Array(most), new Int32Array(most)]
  let count = 1

  function next(from: number, unit: number): number {
    for (let node = from; ; node = suffixes[node]!) {
      const child = edges.childOf(node, unit)
      if (child !== NONE) return child
      if (node === ROOT_NODE) return ROOT_NODE
    }
  }

  // Adds the first letters of all words, then the second ones and so on, because a suffix link needs all shorter nodes.
  const reached = new Int32Array(words.length)
  let growing = words.map((_, word) => word)
  for (let at = 0; growing.length > 0; at += 1) {
    growing = growing.filter((word) => at < words[word]!.length)
    for (const word of growing) {
      const [parent, unit] = [reached[word]!, words[word]!.charCodeAt(at)]
      let node = edges.childOf(parent, unit)
      if (node === NONE) {
        node = count
        count += 1
        suffixes[node] = parent === ROOT_NODE ? ROOT_NODE : next(suffixes[parent]!, unit)
        edges.add(parent, unit, node)
      }
      reached[word] = node
      if (at + 1 === words[word]!.length) wordAt[node] = word
    }
  }
  // Nodes are in breadth-first order, so suffixes come before the nodes that link to them.
  for (let node = 1; node < count; node += 1)
    endings[node] = wordAt[suffixes[node]!] === NONE ? endings[suffixes[node]!]! : suffixes[node]!

  return {
    find(text) {
      const [anywhere, whole, beginnings] = [
        new Uint8Array(words.length),
        new Uint8Array(words.length),
        beginningsOf(text),
      ]
      let node = ROOT_NODE
      for (let at = 1; at <= text.length; at += 1) {
        node = next(node, text.charCodeAt(at - 1))
        const longest = wordAt[node] === NONE ? endings[node]! : node
        if (longest === ROOT_NODE) continue
        // The suffixes of a word that was already found are marked already.
        for (let ending = longest; ending !== ROOT_NODE && anywhere[wordAt[ending]!] === 0; ending = endings[ending]!)
          anywhere[wordAt[ending]!] = 1
        if (isWordAfter(text, at)) continue
        for (let ending = longest; ending !== ROOT_NODE; ending = endings[ending]!) {
          const word = wordAt[ending]!
          if (beginnings[at - words[word]!.length] === 1) whole[word] = 1
        }
      }
      return { anywhere, whole }
    },
  }
}
