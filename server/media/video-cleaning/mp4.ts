import { MediaRefused } from '../refusal.ts'

// An MP4 file consists of boxes. A box has a length, a type of four letters and a content; some types contain boxes.

type Box = { type: string; start: number; content: number; end: number }

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'dinf', 'edts', 'mvex', 'moof', 'traf', 'mfra'])
/** Boxes with locations, names, devices, and other data of applications. */
const METADATA = new Set(['udta', 'meta', 'uuid', 'xml ', 'bxml'])
const DATED = new Set(['mvhd', 'tkhd', 'mdhd'])
const AUDIOVISUAL = new Set(['vide', 'soun'])
const MAX_BOXES = 100_000
const MAX_DEPTH = 8
/** Only sample tables of position tracks are read, and these have few samples a second. */
const MAX_TABLE_BYTES = 4_194_304

type Mp4 = {
  bytes: Buffer
  boxes: number
  tableBytes: number
  /** Bytes that may still be overwritten, so that a forged table cannot overwrite the same bytes again and again. */
  blankable: number
  steps: number
}

function boxesIn(mp4: Mp4, start: number, end: number): Box[] {
  const { bytes } = mp4
  const boxes: Box[] = []
  for (let at = start; at < end;) {
    mp4.boxes += 1
    mp4.steps += 1
    if (mp4.boxes > MAX_BOXES || at + 8 > end) throw new MediaRefused('damaged')
    let [size, content] = [bytes.readUInt32BE(at), at + 8]
    if (size === 1 && at + 16 <= end) [size, content] = [Number(bytes.readBigUInt64BE(at + 8)), at + 16]
    if (size === 0) size = end - at
    if (at + size < content || at + size > end) throw new MediaRefused('damaged')
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at, content, end: at + size })
    at += size
  }
  return boxes
}

function find(mp4: Mp4, box: Box, path: string[]): Box | undefined {
  let found: Box | undefined = box
  for (const type of path) found = found && boxesIn(mp4, found.content, found.end).find((inner) => inner.type === type)
  return found
}

function blankBox({ bytes }: Mp4, box: Box): void {
  bytes.write('free', box.start + 4, 'latin1')
  bytes.fill(0, box.content, box.end)
}

function blankDates({ bytes }: Mp4, box: Box): void {
  if (box.end - box.content < 20) return
  bytes.fill(0, box.content + 4, box.content + (bytes[box.content] === 1 ? 20 : 12))
}

/** A table has a header of 4 bytes and `skip` more, the number of rows, and rows of `columns` numbers. */
function readTable(
  mp4: Mp4,
  box: Box | undefined,
  { skip = 0, width = 4, columns = 1 }: { skip?: number; width?: 4 | 8; columns?: number },
): number[] {
  if (!box) return []
  mp4.tableBytes += box.end - box.content
  if (mp4.tableBytes > MAX_TABLE_BYTES) throw new MediaRefused('damaged')
  const start = box.content + 8 + skip
  const count = start > box.end ? 0 : mp4.bytes.readUInt32BE(start - 4) * columns
  if (start + count * width > box.end) return []
  mp4.steps += count
  return Array.from({ length: count }, (_, row) =>
    width === 4 ? mp4.bytes.readUInt32BE(start + row * 4) : Number(mp4.bytes.readBigUInt64BE(start + row * 8)),
  )
}

function samplesPerChunk(chunks: number, runs: number[]): number[] {
  const counts: number[] = []
  for (let run = 0; run < runs.length; run += 3) {
    const until = Math.min(runs[run + 3] ?? chunks + 1, chunks + 1)
    while (counts.length + 1 < until) counts.push(runs[run + 1]!)
  }
  return counts
}

function boxBefore(mp4: Mp4, boxes: Box[], place: number): Box | undefined {
  let [low, high] = [0, boxes.length]
  while (low < high) {
    mp4.steps += 1
    const middle = (low + high) >> 1
    if (boxes[middle]!.content <= place) low = middle + 1
    else high = middle
  }
  return boxes[low - 1]
}

/** Blanks the samples of tracks in which cameras store positions. */
function blankSamples(mp4: Mp4, stbl: Box, data: Box[]): void {
  const boxes = boxesIn(mp4, stbl.content, stbl.end)
  const box = (type: string) => boxes.find((inner) => inner.type === type)
  const stsz = box('stsz')
  const fixedSize = stsz && stsz.end - stsz.content >= 8 ? mp4.bytes.readUInt32BE(stsz.content + 4) : 0
  const sizes = fixedSize > 0 ? [] : readTable(mp4, stsz, { skip: 4 })
  const chunks = box('stco') ? readTable(mp4, box('stco'), {}) : readTable(mp4, box('co64'), { width: 8 })
  const counts = samplesPerChunk(chunks.length, readTable(mp4, box('stsc'), { columns: 3 }))
  let sample = 0
  for (const [index, start] of chunks.entries()) {
    const count = counts[index] ?? 0
    const length =
      fixedSize > 0 ? fixedSize * count : sizes.slice(sample, sample + count).reduce((sum, size) => sum + size, 0)
    sample += count
    const mdat = boxBefore(mp4, data, start)
    if (!mdat || start + length > mdat.end) continue
    mp4.blankable -= length
    if (mp4.blankable < 0) throw new MediaRefused('damaged')
    mp4.bytes.fill(0, start, start + length)
  }
}

function handlerOf(mp4: Mp4, trak: Box): string {
  const hdlr = find(mp4, trak, ['mdia', 'hdlr'])
  return hdlr && hdlr.end - hdlr.content >= 12 ? mp4.bytes.toString('latin1', hdlr.content + 8, hdlr.content + 12) : ''
}

function blankTrack(mp4: Mp4, trak: Box, data: Box[]): void {
  const stbl = find(mp4, trak, ['mdia', 'minf', 'stbl'])
  if (stbl) blankSamples(mp4, stbl, data)
  blankBox(mp4, trak)
}

function cleanBoxes(mp4: Mp4, boxes: Box[], data: Box[], depth = 0): boolean {
  if (depth > MAX_DEPTH) throw new MediaRefused('damaged')
  let hasVideo = false
  for (const box of boxes) {
    const handler = box.type === 'trak' ? handlerOf(mp4, box) : null
    if (METADATA.has(box.type)) blankBox(mp4, box)
    else if (DATED.has(box.type)) blankDates(mp4, box)
    else if (handler !== null && !AUDIOVISUAL.has(handler)) blankTrack(mp4, box, data)
    else if (CONTAINERS.has(box.type)) {
      const inner = boxesIn(mp4, box.content, box.end)
      hasVideo = cleanBoxes(mp4, inner, data, depth + 1) || handler === 'vide' || hasVideo
    }
  }
  return hasVideo
}

/**
 * Blanks everything but video and audio: lengths and offsets stay. Returns the number of steps. @throws MediaRefused
 * damaged, not_video
 */
export function cleanMp4(bytes: Buffer): number {
  const mp4: Mp4 = { bytes, boxes: 0, tableBytes: 0, blankable: bytes.length, steps: 0 }
  const boxes = boxesIn(mp4, 0, bytes.length)
  const data = boxes.filter(({ type }) => type === 'mdat')
  if (data.length === 0 || !boxes.some(({ type }) => type === 'moov')) throw new MediaRefused('damaged')
  if (!cleanBoxes(mp4, boxes, data)) throw new MediaRefused('not_video')
  return mp4.steps
}
