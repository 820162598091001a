import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { box, element, makeMp4, makeWebm } from '../testing/videos.ts'
import { MediaRefused } from '../refusal.ts'
import { cleanVideo, type VideoFormat } from './clean.ts'

/** `FUZZ_RUNS=100000 bun test server/media/video-cleaning` tries more files. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 3_000)
const SEED = 1

const BOX_TYPES = [
  'moov',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'hdlr',
  'stsz',
  'stsc',
  'stco',
  'co64',
  'mdat',
  'udta',
  'meta',
  'uuid',
  'mvhd',
  'tkhd',
  'free',
  'moof',
  'traf',
]
const ELEMENT_IDS = [
  '1549a966',
  '1654ae6b',
  'ae',
  '83',
  '1f43b675',
  'a3',
  '1254c367',
  '1941a469',
  '7ba9',
  '4461',
  'ec',
  'bf',
]

/** Often a value with a special meaning in MP4 tables and lengths, otherwise any number up to 2,000. */
const word = fc.oneof(fc.constantFrom(0, 1, 2, 8, 16, 48, 100, 0x7fffffff, 0xffffffff), fc.nat(2_000)).map((value) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
})
const content = fc.oneof(
  fc.array(word, { maxLength: 12 }).map((words) => Buffer.concat(words)),
  fc.constantFrom('vide', 'soun', 'meta').map((type) => Buffer.from(`\0\0\0\0\0\0\0\0${type}`, 'latin1')),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
)

function trees(
  leaf: fc.Arbitrary<Buffer>,
  node: (children: fc.Arbitrary<Buffer[]>) => fc.Arbitrary<Buffer>,
): fc.Arbitrary<Buffer[]> {
  const { tree } = fc.letrec<{ tree: Buffer }>((tie) => ({
    tree: fc.oneof({ maxDepth: 6, depthSize: 'large' }, leaf, node(fc.array(tie('tree'), { maxLength: 4 }))),
  }))
  return fc.array(tree, { maxLength: 8 })
}

const boxes = trees(
  fc.tuple(fc.constantFrom(...BOX_TYPES), content).map(([type, bytes]) => box(type, bytes)),
  (children) => fc.tuple(fc.constantFrom(...BOX_TYPES), children).map(([type, inner]) => box(type, ...inner)),
).map((found) => Buffer.concat([makeMp4(), ...found]))

const elements = trees(
  fc.tuple(fc.constantFrom(...ELEMENT_IDS), content, fc.boolean()).map(([id, bytes, open]) => element(id, bytes, open)),
  (children) =>
    fc
      .tuple(fc.constantFrom(...ELEMENT_IDS), children, fc.boolean())
      .map(([id, inner, open]) => element(id, Buffer.concat(inner), open)),
).map((found) =>
  Buffer.concat([element('1a45dfa3', element('4282', 'webm')), element('18538067', Buffer.concat(found), true)]),
)

const wholes: Record<VideoFormat, fc.Arbitrary<Buffer>> = {
  mp4: fc.oneof(boxes, fc.constant(makeMp4())),
  webm: fc.oneof(
    elements,
    fc.boolean().map((live) => makeWebm({ live })),
  ),
}

/** Some bytes are replaced, and the file may be truncated. */
const damaged = (whole: fc.Arbitrary<Buffer>) =>
  fc
    .tuple(
      whole,
      fc.array(fc.tuple(fc.nat(), fc.oneof(fc.constantFrom(0, 1, 0xff), fc.nat(255))), { maxLength: 6 }),
      fc.option(fc.nat(), { freq: 3 }),
    )
    .map(([video, changes, cut]) => {
      const bytes = Buffer.from(video)
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      return cut === null ? bytes : bytes.subarray(0, cut % bytes.length)
    })

/** Null if the video is refused; any other error is a fault. */
function clean(video: Buffer, format: VideoFormat): { bytes: Buffer; steps: number } | null {
  const bytes = Buffer.from(video)
  try {
    return { bytes, steps: cleanVideo(bytes, format) }
  } catch (error) {
    if (error instanceof MediaRefused) return null
    throw error
  }
}

test.each(['mp4', 'webm'] as const)(
  `each of ${RUNS} hostile videos is refused or cleaned in linear steps, and cleaning is idempotent: %s`,
  (format) => {
    fc.assert(
      fc.property(damaged(wholes[format]), (video) => {
        const first = clean(video, format)
        if (!first) return
        expect(first.bytes.length).toBe(video.length)
        expect(first.steps).toBeLessThan(4 * video.length)
        expect(clean(first.bytes, format)?.bytes).toEqual(first.bytes)
      }),
      { numRuns: RUNS, seed: SEED },
    )
  },
)

test('data that is neither picture nor sound is blanked wherever it is among other boxes', () => {
  const secret = Buffer.from('52.2297N 21.0122E')
  const harmless = fc
    .array(
      fc
        .tuple(
          fc.constantFrom('free', 'skip', 'moof', 'sidx'),
          content.filter((bytes) => bytes.length === 0),
        )
        .map(([type, bytes]) => box(type, bytes)),
      { maxLength: 3 },
    )
    .map((found) => Buffer.concat(found))
  const holders = fc.array(fc.constantFrom('moov', 'trak', 'mdia', 'moof', 'traf', 'mfra', 'edts'), { maxLength: 6 })
  fc.assert(
    fc.property(
      harmless,
      harmless,
      holders,
      fc.constantFrom('udta', 'meta', 'uuid', 'xml '),
      (before, after, path, type) => {
        const hidden = path.reduce<Buffer>((inner, holder) => box(holder, before, inner, after), box(type, secret))
        const bytes = Buffer.concat([makeMp4(), before, hidden, after])
        cleanVideo(bytes, 'mp4')
        expect(bytes.includes(secret)).toBe(false)
      },
    ),
    { numRuns: Math.ceil(RUNS / 10), seed: SEED },
  )
})
