import { describe, expect, test } from 'bun:test'
import { SECRET } from '../testing/pictures.ts'
import { box, element, makeCostlyMp4, makeCostlyWebm, makeMp4, makeWebm, PICTURES } from '../testing/videos.ts'
import { cleanVideo, type VideoFormat } from './clean.ts'

const formatOf = (bytes: Buffer): VideoFormat => (bytes[0] === 0x1a ? 'webm' : 'mp4')

function cleaned(video: Buffer): Buffer {
  const bytes = Buffer.from(video)
  cleanVideo(bytes, formatOf(bytes))
  return bytes
}

function reasonOf(video: Buffer): string | undefined {
  try {
    cleaned(video)
    return undefined
  } catch (error) {
    return (error as { reason?: string }).reason
  }
}

describe('an MP4', () => {
  test('cleaning removes from an MP4 all boxes of metadata, its dates and its GPS track, and nothing else', () => {
    const before = makeMp4()
    expect(before.toString('latin1').split(SECRET).length - 1).toBe(5)
    const bytes = cleaned(before)
    expect(bytes.includes(SECRET)).toBe(false)
    expect(bytes.includes(Buffer.from('deadbeef', 'hex'))).toBe(false)
    expect(['udta', 'meta', 'uuid'].filter((type) => bytes.includes(type))).toEqual([])
    expect(bytes.includes(PICTURES)).toBe(true)
  })

  test('cleaning an MP4 changes neither its length nor its offsets', () => {
    const before = makeMp4()
    const bytes = cleaned(before)
    expect(bytes.length).toBe(before.length)
    expect(bytes.indexOf(PICTURES)).toBe(before.indexOf(PICTURES))
    expect(bytes.indexOf('stco')).toBe(before.indexOf('stco'))
  })

  test('a fragmented MP4 is accepted', () => {
    const bytes = Buffer.concat([makeMp4(), box('moof', box('traf', box('uuid', SECRET))), box('mdat', PICTURES)])
    expect(cleaned(bytes).includes(SECRET)).toBe(false)
  })

  test('an MP4 whose last box extends to the end of the file is accepted', () => {
    const open = Buffer.concat([Buffer.from([0, 0, 0, 0]), Buffer.from('mdat'), Buffer.from(PICTURES)])
    expect(cleaned(Buffer.concat([makeMp4(), open])).length).toBe(makeMp4().length + open.length)
  })

  test.each([40, 80, 200, makeMp4().length - 1])('an MP4 that is cut at byte %d is refused', (at) => {
    expect(reasonOf(makeMp4().subarray(0, at))).toBe('damaged')
  })

  test('an MP4 with sound only is refused', () => {
    expect(reasonOf(makeMp4({ handlers: ['soun'] }))).toBe('not_video')
  })

  test('an MP4 with endlessly nested boxes is refused', () => {
    const nested = Array.from({ length: 100 }).reduce<Buffer>((inner) => box('moov', inner), box('trak'))
    expect(reasonOf(Buffer.concat([makeMp4(), nested]))).toBe('damaged')
  })

  test('an MP4 whose tables point to the same data many times is refused', () => {
    const word = (value: number) => Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255])
    const start = box('ftyp', 'isom', word(0), 'isom')
    const table = box(
      'stbl',
      box('stsz', word(0), word(1000), word(1)),
      box('stsc', word(0), word(1), word(1), word(1), word(1)),
      box('stco', word(0), word(50), ...Array.from({ length: 50 }, () => word(start.length + 8))),
    )
    const trak = box('trak', box('mdia', box('hdlr', word(0), word(0), 'meta', Buffer.alloc(13)), box('minf', table)))
    expect(reasonOf(Buffer.concat([start, box('mdat', Buffer.alloc(1000)), box('moov', trak)]))).toBe('damaged')
  })
})

describe('a WebM', () => {
  test.each([false, true])(
    'cleaning removes from a WebM title, date, tags and attachments, and nothing else (recorded live: %p)',
    (live) => {
      const before = makeWebm({ live })
      expect(before.toString('latin1').split(SECRET).length - 1).toBe(3)
      const bytes = cleaned(before)
      expect(bytes.includes(SECRET)).toBe(false)
      expect(bytes.includes(Buffer.alloc(8, 3))).toBe(false)
      expect(bytes.toString('latin1').split(PICTURES).length - 1).toBe(2)
      expect(bytes.length).toBe(before.length)
      expect(bytes.indexOf(PICTURES)).toBe(before.indexOf(PICTURES))
    },
  )

  test('a cleaned WebM is valid: blanked elements became void', () => {
    const bytes = cleaned(makeWebm())
    expect(cleaned(bytes)).toEqual(bytes)
  })

  test.each([10, 60, 120, makeWebm().length - 1])('a WebM that is cut at byte %d is refused', (at) => {
    expect(reasonOf(makeWebm().subarray(0, at))).toBe('damaged')
  })

  test('a WebM with sound only is refused', () => {
    expect(reasonOf(makeWebm({ trackType: 2 }))).toBe('not_video')
  })

  test('a WebM that is really Matroska is refused', () => {
    expect(reasonOf(makeWebm({ docType: 'matroska' }))).toBe('not_video')
  })

  test('a WebM whose tags claim to be longer than the file is refused', () => {
    const tags = Buffer.concat([
      Buffer.from('1254c367', 'hex'),
      Buffer.from([0x01, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff]),
      Buffer.from(SECRET),
    ])
    expect(reasonOf(Buffer.concat([element('1a45dfa3', element('4282', 'webm')), element('18538067', tags)]))).toBe(
      'damaged',
    )
  })
})

describe('the cost of cleaning a video', () => {
  const steps = (video: Buffer) => cleanVideo(video, formatOf(video))

  test('the cost of cleaning an MP4 with very many chunks and boxes is less than five steps a byte', () => {
    const [small, large] = [
      makeCostlyMp4({ boxes: 17_500, chunks: 35_000 }),
      makeCostlyMp4({ boxes: 95_000, chunks: 1_000_000 }),
    ]
    expect(steps(small) / small.length).toBeLessThan(5)
    expect(steps(large) / large.length).toBeLessThan(5)
  })

  test('an MP4 with tables above 4 MiB or above 100,000 boxes is refused, which limits the cost of cleaning', () => {
    expect(reasonOf(makeCostlyMp4({ boxes: 1, chunks: 1_050_000 }))).toBe('damaged')
    expect(reasonOf(makeCostlyMp4({ boxes: 100_000, chunks: 1 }))).toBe('damaged')
  })

  test('the cost of cleaning a WebM is a step per element, limited to 300,000 elements', () => {
    expect(steps(makeCostlyWebm(250_000))).toBeLessThan(250_020)
    expect(reasonOf(makeCostlyWebm(300_000))).toBe('damaged')
  })
})
