/** The letters in `flags` name the suffix rules that apply to the word. */
type Entry = { base: string; flags: string }

const SLASH = 0x2f
const LINE_END = 0x0a
const SLOTS = 1 << 19
const LINES_AT_ONCE = 200
const SEED = 0x811c9dc5

const mix = (hash: number, letter: number) => Math.imul(hash ^ letter, 0x01000193)
const slotOf = (hash: number) => ((hash ^ (hash >>> 15)) >>> 0) % SLOTS

/** Maps Polish letters to ASCII by their two bytes in UTF-8, of which the first is 0xc3, 0xc4 or 0xc5. */
const FOLDED = new Uint8Array(3 * 64)
for (const [letters, folded] of [
  ['ąĄ', 'a'],
  ['ćĆ', 'c'],
  ['ęĘ', 'e'],
  ['łŁ', 'l'],
  ['ńŃ', 'n'],
  ['óÓ', 'o'],
  ['śŚ', 's'],
  ['źŹżŻ', 'z'],
] as const) {
  for (const letter of letters) {
    const [lead, second] = new TextEncoder().encode(letter)
    FOLDED[(lead! - 0xc3) * 64 + (second! & 63)] = folded.charCodeAt(0)
  }
}

const COMPARATIVE = [...new TextEncoder().encode('szy')]

const decoder = new TextDecoder()

/**
 * A hash table of the words of a Hunspell dictionary, keyed by the folded word. The words stay in one byte array, so
 * that 200,000 entries take 5 MB; an entry's number is its offset.
 */
export class Entries {
  private bytes: Uint8Array
  private size = 0
  /** Each slot has the offset of an entry plus one, or 0 if it is free. */
  private readonly slots = new Int32Array(SLOTS)

  /** Entries that end with 'szy', as comparatives do. */
  readonly comparatives: number[] = []

  private constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity)
  }

  /** Skips words without flags and words with letters that are not Polish. Takes 100 ms in total, with pauses. */
  static async read(dic: Uint8Array, pause: () => Promise<void>): Promise<Entries> {
    const entries = new Entries(dic.length)
    for (let from = 0, lines = 1; from < dic.length; lines += 1) {
      const end = dic.indexOf(LINE_END, from)
      const to = end === -1 ? dic.length : end
      entries.add(dic, from, to)
      from = to + 1
      if (lines % LINES_AT_ONCE === 0) await pause()
    }
    entries.bytes = entries.bytes.slice(0, entries.size)
    return entries
  }

  private add(dic: Uint8Array, from: number, to: number): void {
    let hash = SEED
    let at = from
    while (at < to && dic[at] !== SLASH) {
      const letter = letterAt(dic, at)
      if (letter === 0) return
      hash = mix(hash, letter)
      at += widthAt(dic, at)
    }
    if (at === to) return
    if (COMPARATIVE.every((letter, place) => dic[at - COMPARATIVE.length + place] === letter))
      this.comparatives.push(this.size)
    this.bytes.set(dic.subarray(from, to), this.size)
    let slot = slotOf(hash)
    while (this.slots[slot] !== 0) slot = (slot + 1) % SLOTS
    this.slots[slot] = this.size + 1
    this.size += to - from
    this.bytes[this.size] = LINE_END
    this.size += 1
  }

  find(word: string): number[] {
    return this.findEnding(hashesOf(word)[word.length]!, word, word.length, '')
  }

  /** Finds the entries spelt as the first `kept` letters of `word`, whose hash is `hash`, followed by `ending`. */
  findEnding(hash: number, word: string, kept: number, ending: string): number[] {
    for (let at = 0; at < ending.length; at += 1) hash = mix(hash, ending.charCodeAt(at))
    let found = NONE
    for (let slot = slotOf(hash); this.slots[slot] !== 0; slot = (slot + 1) % SLOTS) {
      const entry = this.slots[slot]! - 1
      if (this.isSpelt(entry, word, kept, ending)) found = [...found, entry]
    }
    return found
  }

  private isSpelt(entry: number, word: string, kept: number, ending: string): boolean {
    let at = entry
    for (let place = 0; place < kept + ending.length; place += 1) {
      if (letterAt(this.bytes, at) !== (place < kept ? word.charCodeAt(place) : ending.charCodeAt(place - kept)))
        return false
      at += widthAt(this.bytes, at)
    }
    return this.bytes[at] === SLASH
  }

  get(entry: number): Entry {
    const [base, flags] = decoder.decode(this.bytes.subarray(entry, this.bytes.indexOf(LINE_END, entry))).split('/')
    return { base: base!, flags: flags! }
  }

  get byteLength(): number {
    return this.bytes.byteLength + this.slots.byteLength
  }
}

const NONE: number[] = []

/** Returns the hashes of all prefixes of the word, from the empty prefix to the whole word. */
export function hashesOf(word: string): number[] {
  const hashes = [SEED]
  for (let at = 0; at < word.length; at += 1) hashes.push(mix(hashes[at]!, word.charCodeAt(at)))
  return hashes
}

const widthAt = (bytes: Uint8Array, at: number) => (bytes[at]! < 0x80 ? 1 : 2)

/** Returns 0 for anything but a letter. */
function letterAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!
  if (byte >= 0x61 && byte <= 0x7a) return byte
  if (byte >= 0x41 && byte <= 0x5a) return byte + 32
  return byte >= 0xc3 && byte <= 0xc5 ? FOLDED[(byte - 0xc3) * 64 + (bytes[at + 1]! & 63)]! : 0
}
