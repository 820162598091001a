import { UPLOAD } from '#shared/limits.ts'
import { MediaRefused } from './refusal.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const CONTROL = 0xf9
const APPLICATION = 0xff
/** Application blocks with the number of repetitions; the second name is an alias of the first. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0']

const tableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function loopOf(times: number): Buffer {
  return Buffer.from([
    EXTENSION,
    APPLICATION,
    11,
    ...Buffer.from(LOOPS[0]!, 'latin1'),
    3,
    1,
    times & 255,
    times >> 8,
    0,
  ])
}

type Gif = { width: number; height: number; frames: number; clean: Uint8Array }

/** A GIF truncated between two frames gets an end marker. @throws MediaRefused damaged, pixels */
export function readGif(gif: Uint8Array): Gif {
  const bytes = Buffer.from(gif.buffer, gif.byteOffset, gif.length)
  if (bytes.length < 13) throw new MediaRefused('damaged')
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  if (width === 0 || height === 0) throw new MediaRefused('damaged')
  if (width * height > UPLOAD.pixels) throw new MediaRefused('pixels')

  function endOfBlocks(at: number): number {
    while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!
    if (at >= bytes.length) throw new MediaRefused('damaged')
    return at + 1
  }

  let at = 13 + tableSize(bytes[10]!)
  const kept: Buffer[] = [bytes.subarray(0, at)]
  let frames = 0
  while (at < bytes.length && bytes[at] !== TRAILER) {
    const start = at
    if (bytes[at] === EXTENSION) {
      at = endOfBlocks(at + 2)
      const label = bytes[start + 1]
      if (label === CONTROL) kept.push(bytes.subarray(start, at))
      if (
        label === APPLICATION &&
        LOOPS.includes(bytes.subarray(start + 3, start + 14).toString('latin1')) &&
        at - start >= 19
      ) {
        kept.push(loopOf(bytes.readUInt16LE(start + 16)))
      }
    } else if (bytes[at] === IMAGE && at + 10 < bytes.length) {
      at = endOfBlocks(at + 11 + tableSize(bytes[at + 9]!))
      kept.push(bytes.subarray(start, at))
      frames += 1
    } else {
      throw new MediaRefused('damaged')
    }
  }
  if (frames === 0 || kept[0]!.length > bytes.length) throw new MediaRefused('damaged')
  return { width, height, frames, clean: Buffer.concat([...kept, Buffer.from([TRAILER])]) }
}
