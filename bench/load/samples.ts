/** Samples in milliseconds. */
export class Samples {
  #values = new Float64Array(65_536)
  #count = 0
  #isSorted = true

  add(value: number): void {
    if (this.#count === this.#values.length) {
      const wider = new Float64Array(this.#count * 2)
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.#count] = value
    this.#count += 1
    this.#isSorted = false
  }

  get count(): number {
    return this.#count
  }

  /** `share` is from 0 to 1; without samples the percentile is 0. */
  percentile(share: number): number {
    if (this.#count === 0) return 0
    if (!this.#isSorted) {
      this.#values.subarray(0, this.#count).sort()
      this.#isSorted = true
    }
    return this.#values[Math.min(this.#count - 1, Math.floor(share * this.#count))]!
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return sorted.length % 2 ? sorted[Math.floor(half)]! : (sorted[half - 1]! + sorted[half]!) / 2
}
