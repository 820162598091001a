import type { ImportRecord } from './records.ts'

/** Maximum total length of the texts in one batch, in UTF-16 code units; it limits memory. */
const MAX_TEXT = 2_000_000

const lengthOf = (one: ImportRecord) => ('text' in one ? one.text.text.length : 0)

/** Groups consecutive records of one kind; `size` returns the maximum number of records of the next batch. */
export async function* batchesOf(
  records: AsyncIterable<ImportRecord>,
  size: (kind: ImportRecord['kind']) => number,
): AsyncGenerator<ImportRecord[]> {
  let [waiting, ids, length, most]: [ImportRecord[], Set<string>, number, number] = [[], new Set(), 0, 0]
  for await (const one of records) {
    const isOther = waiting[0] !== undefined && waiting[0].kind !== one.kind
    // A record with the same id begins a new batch, because a repeated row is recognised only after the first one was
    // written.
    const isFull = waiting.length >= most || length + lengthOf(one) > MAX_TEXT || ids.has(one.id)
    if (waiting.length > 0 && (isOther || isFull)) {
      yield waiting
      waiting = []
      ids = new Set()
      length = 0
    }
    if (waiting.length === 0) most = size(one.kind)
    waiting.push(one)
    ids.add(one.id)
    length += lengthOf(one)
  }
  if (waiting.length > 0) yield waiting
}
