import type { FileHandle } from 'node:fs/promises'
import { blank, readAt } from './patch.ts'
import { MediaRefused } from './refusal.ts'

/*
 * ISO base media: boxes of a length, a type of four letters and a content, which for some is boxes again. Everything is
 * changed in place and keeps its length, because tables in the file hold offsets into it.
 */

type Box = { type: string, start: number, content: number, end: number }

/** Boxes that hold boxes, from the first byte of their content on. */
const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'dinf', 'edts', 'mvex', 'moof', 'traf', 'mfra'])
/** Places, names, devices, and whatever an application wrote. */
const METADATA = new Set(['udta', 'meta', 'uuid', 'xml ', 'bxml'])
/** Their contents begin with the times when the video was made and changed. */
const DATED = new Set(['mvhd', 'tkhd', 'mdhd'])
const SEEN_OR_HEARD = new Set(['vide', 'soun'])
const MOST_BOXES = 100_000
const DEEPEST = 8
/** Of a table of samples, in bytes. */
const LONGEST_TABLE = 4_194_304

/** A video as its boxes; how many were read, and how many bytes of samples may still be blanked. */
type Walk = { file: FileHandle, boxes: number, left: number }

/** The boxes between two places of a file, in order; throws where one does not fit. */
async function boxesIn(walk: Walk, start: number, end: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = start; at < end;) {
    if ((walk.boxes += 1) > MOST_BOXES || at + 8 > end) throw new MediaRefused('damaged')
    const head = await readAt(walk.file, at, Math.min(16, end - at))
    let [size, content] = [head.readUInt32BE(0), at + 8]
    if (size === 1 && head.length === 16) [size, content] = [Number(head.readBigUInt64BE(8)), at + 16]
    if (size === 0) size = end - at
    if (at + size < content || at + size > end) throw new MediaRefused('damaged')
    boxes.push({ type: head.toString('latin1', 4, 8), start: at, content, end: at + size })
    at += size
  }
  return boxes
}

/** Makes a box one that holds nothing, of the same length. */
async function empty({ file }: Walk, box: Box): Promise<void> {
  await file.write(Buffer.from('free', 'latin1'), 0, 4, box.start + 4)
  await blank(file, box.content, box.end)
}

/** The box that a path of types leads to, or undefined. */
async function find(walk: Walk, box: Box, path: string[]): Promise<Box | undefined> {
  let found: Box | undefined = box
  for (const type of path) found = found && (await boxesIn(walk, found.content, found.end)).find((inner) => inner.type === type)
  return found
}

/** A table of a track: its head of 4 bytes and `skip` more, a count, and rows of numbers. */
async function readTable({ file }: Walk, box: Box | undefined, skip: number, bytes: 4 | 8, columns = 1): Promise<number[]> {
  if (!box) return []
  if (box.end - box.content > LONGEST_TABLE) throw new MediaRefused('damaged')
  const table = await readAt(file, box.content, box.end - box.content)
  const start = 8 + skip
  const count = table.length < start ? 0 : table.readUInt32BE(start - 4) * columns
  if (start + count * bytes > table.length) return []
  return Array.from({ length: count }, (_, row) =>
    bytes === 4 ? table.readUInt32BE(start + row * 4) : Number(table.readBigUInt64BE(start + row * 8)))
}

/** How many samples each chunk of a track has. */
function samplesOfChunks(chunks: number, runs: number[]): number[] {
  const counts: number[] = []
  for (let run = 0; run < runs.length; run += 3) {
    const until = Math.min(runs[run + 3] ?? chunks + 1, chunks + 1)
    // A run that goes back is none, or a table could be made to be read for ever.
    while (counts.length + 1 < until) counts.push(runs[run + 1]!)
  }
  return counts
}

/** Blanks the samples of a track where they lie in the media data, which is where cameras write down their way. */
async function blankSamples(walk: Walk, stbl: Box, data: Box[]): Promise<void> {
  const boxes = await boxesIn(walk, stbl.content, stbl.end)
  const box = (type: string) => boxes.find((inner) => inner.type === type)
  const stsz = box('stsz')
  const same = stsz && stsz.end - stsz.content >= 8 ? (await readAt(walk.file, stsz.content + 4, 4)).readUInt32BE(0) : 0
  const sizes = same > 0 ? [] : await readTable(walk, stsz, 4, 4)
  const chunks = box('stco') ? await readTable(walk, box('stco'), 0, 4) : await readTable(walk, box('co64'), 0, 8)
  const counts = samplesOfChunks(chunks.length, await readTable(walk, box('stsc'), 0, 4, 3))
  let sample = 0
  for (const [index, start] of chunks.entries()) {
    const count = counts[index] ?? 0
    const length = same > 0 ? same * count : sizes.slice(sample, sample + count).reduce((sum, size) => sum + size, 0)
    sample += count
    const isInData = data.some((mdat) => start >= mdat.content && start + length <= mdat.end)
    if (!isInData) continue
    if ((walk.left -= length) < 0) throw new MediaRefused('damaged')
    await blank(walk.file, start, start + length)
  }
}

/** What a track is of: 'vide', 'soun', or something that is neither seen nor heard. */
async function handlerOf(walk: Walk, trak: Box): Promise<string> {
  const hdlr = await find(walk, trak, ['mdia', 'hdlr'])
  if (!hdlr || hdlr.end - hdlr.content < 12) return ''
  return (await readAt(walk.file, hdlr.content + 8, 4)).toString('latin1')
}

async function forgetDates({ file }: Walk, box: Box): Promise<void> {
  if (box.end - box.content < 20) return
  const version = (await readAt(file, box.content, 1))[0]
  await blank(file, box.content + 4, box.content + 4 + (version === 1 ? 16 : 8))
}

async function cleanIn(walk: Walk, boxes: Box[], data: Box[], depth = 0): Promise<boolean> {
  if (depth > DEEPEST) throw new MediaRefused('damaged')
  let hasPicture = false
  for (const box of boxes) {
    if (METADATA.has(box.type)) {
      await empty(walk, box)
    } else if (DATED.has(box.type)) {
      await forgetDates(walk, box)
    } else if (HOLDERS.has(box.type)) {
      const handler = box.type === 'trak' ? await handlerOf(walk, box) : null
      if (handler !== null && !SEEN_OR_HEARD.has(handler)) {
        const stbl = await find(walk, box, ['mdia', 'minf', 'stbl'])
        if (stbl) await blankSamples(walk, stbl, data)
        await empty(walk, box)
      } else {
        const inner = await boxesIn(walk, box.content, box.end)
        hasPicture = await cleanIn(walk, inner, data, depth + 1) || handler === 'vide' || hasPicture
      }
    }
  }
  return hasPicture
}

/**
 * Blanks everything in an MP4 that is neither picture nor sound: metadata boxes at every level, the times of its making,
 * and tracks of positions or texts together with their samples. Lengths and offsets stay.
 * @throws MediaRefused damaged, not_video
 */
export async function cleanMp4(file: FileHandle, size: number): Promise<void> {
  const walk = { file, boxes: 0, left: size }
  const boxes = await boxesIn(walk, 0, size)
  const data = boxes.filter(({ type }) => type === 'mdat')
  if (data.length === 0 || !boxes.some(({ type }) => type === 'moov')) throw new MediaRefused('damaged')
  if (!await cleanIn(walk, boxes, data)) throw new MediaRefused('not_video')
}
