import { SECRET } from './pictures.ts'

/* The videos have the right structure but no real pictures, since cleaning works on boxes only. */

export function box(type: string, ...content: (Uint8Array | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** The header of the MP4 box has the times of creation and modification. */
const dated = (type: string) => box(type, number(0), number(0xdeadbeef), number(0xdeadbeef), Buffer.alloc(80))

const handler = (type: string) => box('hdlr', number(0), number(0), type, Buffer.alloc(13))

/** The MP4 track has a single sample, in a single chunk. */
const samples = (offset: number, length: number) =>
  box(
    'stbl',
    box('stsz', number(0), number(0), number(1), number(length)),
    box('stsc', number(0), number(1), number(1), number(1), number(1)),
    box('stco', number(0), number(1), number(offset)),
  )

const track = (type: string, offset: number, length: number, ...inner: Buffer[]) =>
  box('trak', dated('tkhd'), box('mdia', dated('mdhd'), handler(type), box('minf', samples(offset, length), ...inner)))

export const PICTURES = 'pictures-of-the-film'
const WAY = `way: ${SECRET}`

/** Creates an MP4 with a video track, a track of GPS positions, and metadata boxes at every level. */
export function makeMp4({ brand = 'isom', handlers = ['vide', 'meta'], pictures = PICTURES } = {}): Buffer {
  const start = box('ftyp', brand, number(0x200), 'isommp42')
  const data = box('mdat', pictures, WAY)
  const offset = start.length + 8
  const place = box('udta', box('\xa9xyz', SECRET))
  const moov = box(
    'moov',
    dated('mvhd'),
    track(handlers[0]!, offset, pictures.length, box('uuid', Buffer.alloc(16, 7), SECRET)),
    ...handlers.slice(1).map((type) => track(type, offset + pictures.length, WAY.length)),
    place,
    box('meta', number(0), SECRET),
  )
  return Buffer.concat([start, data, moov, box('uuid', Buffer.alloc(16, 9), SECRET)])
}

/** The id is hexadecimal; with `open` the length of the WebM element is unknown. */
export function element(id: string, content: Uint8Array | string, open = false): Buffer {
  const body = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(open ? (1n << 57n) - 1n : (1n << 56n) | BigInt(body.length))
  return Buffer.concat([Buffer.from(id, 'hex'), length, body])
}

/** The WebM has a title, tags and an attachment; with `live` its parts have no lengths, as in a browser's recording. */
export function makeWebm({ docType = 'webm', live = false, trackType = 1 } = {}): Buffer {
  const content = Buffer.concat([
    element(
      '1549a966',
      Buffer.concat([
        element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])),
        element('7ba9', SECRET),
        element('4461', Buffer.alloc(8, 3)),
      ]),
    ),
    element(
      '1654ae6b',
      element('ae', Buffer.concat([element('d7', Buffer.from([1])), element('83', Buffer.from([trackType]))])),
    ),
    element('1f43b675', Buffer.concat([element('e7', Buffer.from([0])), element('a3', PICTURES)]), live),
    element('1254c367', element('7373', SECRET)),
    element('1f43b675', element('a3', PICTURES), live),
    element('1941a469', SECRET),
  ])
  return Buffer.concat([element('1a45dfa3', element('4282', docType)), element('18538067', content, live)])
}

/** Creates the costliest file for code that compares each chunk with each `mdat` box. */
export function makeCostlyMp4({ boxes, chunks }: { boxes: number; chunks: number }): Buffer {
  const start = box('ftyp', 'isom', number(0x200), 'isommp42')
  const empty = Buffer.alloc(boxes * 8, Buffer.from('\0\0\0\x08mdat', 'latin1'))
  const data = box('mdat', Buffer.alloc(64, 1))
  const offset = start.length + empty.length + 8
  const table = box(
    'stbl',
    box('stsz', number(0), number(0), number(0)),
    box('stsc', number(0), number(1), number(1), number(1), number(1)),
    box('stco', number(0), number(chunks), Buffer.alloc(chunks * 4, number(offset))),
  )
  const positions = box('trak', box('mdia', handler('meta'), box('minf', table)))
  return Buffer.concat([start, empty, data, box('moov', dated('mvhd'), track('vide', offset, 8), positions)])
}

/** The single cluster has an unknown length, and `elements` void elements of two bytes. */
export function makeCostlyWebm(elements: number): Buffer {
  const tracks = element('1654ae6b', element('ae', element('83', Buffer.from([1]))))
  const cluster = element('1f43b675', Buffer.alloc(elements * 2, Buffer.from([0xec, 0x80])), true)
  return Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    element('18538067', Buffer.concat([tracks, cluster])),
  ])
}
