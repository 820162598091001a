import type { ImportRecord } from './records.ts'

/** Maximum total length of the texts in one batch, in UTF-16 code units; it limits memory where texts are long. */
const MAX_TEXT = 2_000_000

const lengthOf = (one: ImportRecord) => ('text' in one ? one.text.text.length : 0)

/**
 * Groups consecutive records of one kind into batches; when a batch begins, `size` returns its maximum number of
 * records.
 */
export async function* batchesOf(
  records: AsyncIterable<ImportRecord>,
  size: (kind: ImportRecord['kind']) => number,
): AsyncGenerator<ImportRecord[]> {
  let [waiting, ids, length, most]: [ImportRecord[], Set<string>, number, number] = [[], new Set(), 0, 0]
  for await (const one of records) {
    const isOther = waiting[0] !== undefined && waiting[0].kind !== one.kind
    // If the batch already contains a record with the same id, a new batch begins. The import can recognise a repeated
    // row only after the first one was written.
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
