import type { FileHandle } from 'node:fs/promises'
import { blank, readAt } from './patch.ts'
import { MediaRefused } from './refusal.ts'

/*
 * WebM: elements of an id, a length and a content, which for some is elements again. Everything is changed in place and
 * keeps its length. A stream that was recorded live does not know how long its segment and its clusters are.
 */

type Element = { id: number, start: number, content: number, end: number, isOpen: boolean }

const ID = {
  head: 0x1a45dfa3, docType: 0x4282, segment: 0x18538067, info: 0x1549a966, tracks: 0x1654ae6b, cluster: 0x1f43b675, tags: 0x1254c367,
  attachments: 0x1941a469, seekHead: 0x114d9b74, cues: 0x1c53bb6b, chapters: 0x1043a770, track: 0xae, trackType: 0x83, checksum: 0xbf,
  title: 0x7ba9, date: 0x4461, fileName: 0x7384, previousFile: 0x3c83ab, nextFile: 0x3e83bb,
} as const

/** What may stand in a segment: where one of these comes, an open cluster is over. */
const OF_SEGMENT = new Set<number>([ID.info, ID.tracks, ID.cluster, ID.tags, ID.attachments, ID.seekHead, ID.cues, ID.chapters])
/** Titles, dates, names of files; and sums that would no longer be true without them. */
const PRIVATE_INFO = new Set<number>([ID.title, ID.date, ID.fileName, ID.previousFile, ID.nextFile, ID.checksum])
const VIDEO = 1
const VOID = 0xec
const MOST_ELEMENTS = 300_000

type Walk = { file: FileHandle, elements: number }

/** The element that begins at a place within `limit`; throws where it does not fit. */
async function elementAt(walk: Walk, at: number, limit: number): Promise<Element> {
  if ((walk.elements += 1) > MOST_ELEMENTS || at + 2 > limit) throw new MediaRefused('damaged')
  const head = await readAt(walk.file, at, Math.min(12, limit - at))
  const idLength = Math.clz32(head[0]!) - 23
  const lengthByte = head[idLength]
  if (idLength > 4 || lengthByte === undefined || lengthByte === 0) throw new MediaRefused('damaged')
  const lengthLength = Math.clz32(lengthByte) - 23
  if (idLength + lengthLength > head.length) throw new MediaRefused('damaged')
  const id = head.readUIntBE(0, idLength)
  let length = BigInt(lengthByte & (0xff >> lengthLength))
  for (let index = 1; index < lengthLength; index += 1) length = (length << 8n) | BigInt(head[idLength + index]!)
  const isOpen = length === (1n << BigInt(7 * lengthLength)) - 1n
  if (isOpen && id !== ID.segment && id !== ID.cluster) throw new MediaRefused('damaged')
  const content = at + idLength + lengthLength
  const end = isOpen ? limit : content + Number(length)
  if (end > limit) throw new MediaRefused('damaged')
  return { id, start: at, content, end, isOpen }
}

async function elementsIn(walk: Walk, start: number, end: number): Promise<Element[]> {
  const found: Element[] = []
  for (let at = start; at < end;) {
    const element = await elementAt(walk, at, end)
    found.push(element)
    at = element.end
  }
  return found
}

/** Makes an element one that holds nothing, of the same length. */
async function empty({ file }: Walk, { start, end }: Element): Promise<void> {
  const total = end - start
  const isShort = total < 9
  const head = Buffer.alloc(isShort ? 2 : 9)
  head[0] = VOID
  if (isShort) head[1] = 0x80 | (total - 2)
  else head.writeBigUInt64BE((1n << 56n) | BigInt(total - 9), 1)
  await file.write(head, 0, head.length, start)
  await blank(file, start + head.length, end)
}

/** Where an open cluster is over. */
async function endOfCluster(walk: Walk, cluster: Element): Promise<number> {
  let at = cluster.content
  while (at < cluster.end) {
    const inner = await elementAt(walk, at, cluster.end)
    if (OF_SEGMENT.has(inner.id)) return at
    at = inner.end
  }
  return at
}

async function hasVideo(walk: Walk, tracks: Element): Promise<boolean> {
  for (const track of await elementsIn(walk, tracks.content, tracks.end)) {
    if (track.id !== ID.track) continue
    const type = (await elementsIn(walk, track.content, track.end)).find(({ id }) => id === ID.trackType)
    if (type && type.end > type.content && (await readAt(walk.file, type.end - 1, 1))[0] === VIDEO) return true
  }
  return false
}

async function requireWebm(walk: Walk, head: Element): Promise<void> {
  const docType = (await elementsIn(walk, head.content, head.end)).find(({ id }) => id === ID.docType)
  const name = docType && (await readAt(walk.file, docType.content, Math.min(docType.end - docType.content, 16))).toString('latin1')
  if (name?.replace(/\0+$/, '') !== 'webm') throw new MediaRefused('not_video')
}

/**
 * Blanks tags, attachments, title, date and file names of a WebM. Lengths and offsets stay.
 * @throws MediaRefused damaged, not_video
 */
export async function cleanWebm(file: FileHandle, size: number): Promise<void> {
  const walk = { file, elements: 0 }
  const head = await elementAt(walk, 0, size)
  await requireWebm(walk, head)
  const segment = await elementAt(walk, head.end, size)
  if (segment.id !== ID.segment) throw new MediaRefused('damaged')
  let [clusters, isVideo] = [0, false]
  for (let at = segment.content; at < segment.end;) {
    const element = await elementAt(walk, at, segment.end)
    at = element.end
    if (element.id === ID.tags || element.id === ID.attachments) await empty(walk, element)
    else if (element.id === ID.tracks) isVideo ||= await hasVideo(walk, element)
    else if (element.id === ID.info) {
      for (const inner of await elementsIn(walk, element.content, element.end)) if (PRIVATE_INFO.has(inner.id)) await empty(walk, inner)
    } else if (element.id === ID.cluster) {
      clusters += 1
      if (element.isOpen) at = await endOfCluster(walk, element)
    }
  }
  if (!isVideo) throw new MediaRefused('not_video')
  if (clusters === 0) throw new MediaRefused('damaged')
}
