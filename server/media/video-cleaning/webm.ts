import { MediaRefused } from '../refusal.ts'

// A WebM file consists of elements. An element has an id, a length and a content; some elements contain elements. If a
// stream was recorded live, its segment and clusters have no length.

type Element = { id: number; start: number; content: number; end: number; isOpen: boolean }

const ID = {
  head: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  seekHead: 0x114d9b74,
  cues: 0x1c53bb6b,
  chapters: 0x1043a770,
  track: 0xae,
  trackType: 0x83,
  checksum: 0xbf,
  title: 0x7ba9,
  date: 0x4461,
  fileName: 0x7384,
  previousFile: 0x3c83ab,
  nextFile: 0x3e83bb,
} as const

const SEGMENT_CHILDREN = new Set<number>([
  ID.info,
  ID.tracks,
  ID.cluster,
  ID.tags,
  ID.attachments,
  ID.seekHead,
  ID.cues,
  ID.chapters,
])
/** Checksums are blanked too, because they would be wrong after other elements were blanked. */
const PRIVATE_INFO = new Set<number>([ID.title, ID.date, ID.fileName, ID.previousFile, ID.nextFile, ID.checksum])
const VIDEO = 1
const VOID = 0xec
const MAX_ELEMENTS = 300_000

type Webm = { bytes: Buffer; steps: number }

function elementAt(webm: Webm, at: number, limit: number): Element {
  const { bytes } = webm
  webm.steps += 1
  const idLength = Math.clz32(bytes[at]!) - 23
  const lengthAt = at + idLength
  if (webm.steps > MAX_ELEMENTS || idLength > 4 || lengthAt >= limit) throw new MediaRefused('damaged')
  const lengthLength = Math.clz32(bytes[lengthAt]!) - 23
  const content = lengthAt + lengthLength
  if (lengthLength > 8 || content > limit) throw new MediaRefused('damaged')
  const mask = 0xff >> lengthLength
  // Numbers above 2^53 are inexact, but no file is that long, so such a length is refused in any case.
  let length = bytes[lengthAt]! & mask
  let isOpen = length === mask
  for (let index = lengthAt + 1; index < content; index += 1) {
    length = length * 256 + bytes[index]!
    isOpen &&= bytes[index] === 0xff
  }
  const id = bytes.readUIntBE(at, idLength)
  if (isOpen && id !== ID.segment && id !== ID.cluster) throw new MediaRefused('damaged')
  const end = isOpen ? limit : content + length
  if (end > limit) throw new MediaRefused('damaged')
  return { id, start: at, content, end, isOpen }
}

function elementsIn(webm: Webm, start: number, end: number): Element[] {
  const found: Element[] = []
  for (let at = start; at < end;) {
    const element = elementAt(webm, at, end)
    found.push(element)
    at = element.end
  }
  return found
}

function blankElement({ bytes }: Webm, { start, end }: Element): void {
  const total = end - start
  const isShort = total < 9
  bytes[start] = VOID
  if (isShort) bytes[start + 1] = 0x80 | (total - 2)
  else bytes.writeBigUInt64BE((1n << 56n) | BigInt(total - 9), start + 1)
  bytes.fill(0, start + (isShort ? 2 : 9), end)
}

function endOfOpenCluster(webm: Webm, cluster: Element): number {
  let at = cluster.content
  while (at < cluster.end) {
    const inner = elementAt(webm, at, cluster.end)
    if (SEGMENT_CHILDREN.has(inner.id)) return at
    at = inner.end
  }
  return at
}

function hasVideo(webm: Webm, tracks: Element): boolean {
  return elementsIn(webm, tracks.content, tracks.end)
    .filter(({ id }) => id === ID.track)
    .some((track) => {
      const type = elementsIn(webm, track.content, track.end).find(({ id }) => id === ID.trackType)
      return type !== undefined && type.end > type.content && webm.bytes[type.end - 1] === VIDEO
    })
}

function requireWebm(webm: Webm, head: Element): void {
  const docType = elementsIn(webm, head.content, head.end).find(({ id }) => id === ID.docType)
  const name = docType && webm.bytes.toString('latin1', docType.content, Math.min(docType.end, docType.content + 16))
  if (name?.replace(/\0+$/, '') !== 'webm') throw new MediaRefused('not_video')
}

/**
 * Blanks tags, attachments, title, date and file names: lengths and offsets stay. Returns the number of steps. @throws
 * MediaRefused damaged, not_video
 */
export function cleanWebm(bytes: Buffer): number {
  const webm: Webm = { bytes, steps: 0 }
  const head = elementAt(webm, 0, bytes.length)
  requireWebm(webm, head)
  const segment = elementAt(webm, head.end, bytes.length)
  if (segment.id !== ID.segment) throw new MediaRefused('damaged')
  let [clusters, isVideo] = [0, false]
  for (let at = segment.content; at < segment.end;) {
    const element = elementAt(webm, at, segment.end)
    at = element.end
    if (element.id === ID.tags || element.id === ID.attachments) blankElement(webm, element)
    else if (element.id === ID.tracks) isVideo = hasVideo(webm, element) || isVideo
    else if (element.id === ID.info) {
      for (const inner of elementsIn(webm, element.content, element.end))
        if (PRIVATE_INFO.has(inner.id)) blankElement(webm, inner)
    } else if (element.id === ID.cluster) {
      clusters += 1
      if (element.isOpen) at = endOfOpenCluster(webm, element)
    }
  }
  if (!isVideo) throw new MediaRefused('not_video')
  if (clusters === 0) throw new MediaRefused('damaged')
  return webm.steps
}
