/*
 * A reader of multipart/form-data (RFC 7578) that gives what it finds as parts of the very bytes it was fed and keeps none of
 * them: who feeds it may let go of a piece at once. Parsers that are built on Node's streams hold on to their pieces, and
 * with eight uploads at once that was 200 MB.
 */

/** What is wrong with a form. */
export class BrokenForm extends Error {
  override name = 'BrokenForm'
}

export type FormReader = {
  /** Reads on; gives the bytes of the wanted file that it found, in order. Throws BrokenForm. */
  read: (piece: Buffer) => Buffer[]
  /** Whether the form is over, as it says itself. */
  isOver: () => boolean
}

const LONGEST_HEAD = 8_192
/** What may follow a boundary in its line. */
const LONGEST_PADDING = 64
const MOST_PARTS = 20
const NOTHING = Buffer.alloc(0)

/** The boundary that a content type names, or null where it is no form. */
export function boundaryOf(contentType: string): string | null {
  const match = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  return match ? match[1] ?? match[2]! : null
}

/** The name of the field that the head of a part gives, or null. */
function fieldOf(head: string): string | null {
  const disposition = /(?:^|\r\n)content-disposition:\s*form-data\s*((?:;[^\r\n]*)?)/i.exec(head)
  for (const [, key, quoted, plain] of disposition?.[1]!.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]*))/g) ?? []) {
    if (key!.toLowerCase() === 'name') return quoted ?? plain!
  }
  return null
}

/** Reads a form for the first file in `field`. */
export function createFormReader(boundary: string, field: string): FormReader {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  let state: 'content' | 'behind a boundary' | 'head' | 'over' = 'content'
  // What comes before the first boundary is the content of nobody.
  let isWanted = false
  let wasFound = false
  let parts = 0
  // What may be the beginning of a boundary, or of a head. The first boundary has no line before it.
  let rest: Buffer = Buffer.from('\r\n')

  /** What is left over and the next piece as one, without a copy of a long piece where no boundary lies across the two. */
  function join(piece: Buffer, found: Buffer[]): Buffer {
    if (rest.length === 0) return piece
    const isAcross = state !== 'content' || piece.length < delimiter.length
      || Buffer.concat([rest, piece.subarray(0, delimiter.length)]).indexOf(delimiter) >= 0
    if (isAcross) return Buffer.concat([rest, piece])
    if (isWanted) found.push(rest)
    return piece
  }

  /** Up to the next boundary, or as far as none can have begun; returns what is left. */
  function readContent(bytes: Buffer, found: Buffer[]): Buffer {
    const at = bytes.indexOf(delimiter)
    const end = at >= 0 ? at : Math.max(0, bytes.length - delimiter.length + 1)
    if (isWanted && end > 0) found.push(bytes.subarray(0, end))
    if (at < 0) return bytes.subarray(end)
    state = 'behind a boundary'
    return bytes.subarray(at + delimiter.length)
  }

  function readBoundary(bytes: Buffer): Buffer | null {
    if (bytes.length < 2) return null
    if (bytes[0] === 45 && bytes[1] === 45) {
      state = 'over'
      return NOTHING
    }
    const line = bytes.toString('latin1', 0, LONGEST_PADDING)
    const end = line.indexOf('\r\n')
    if (!/^[ \t]*\r?$/.test(end < 0 ? line : line.slice(0, end)) || (end < 0 && line.length === LONGEST_PADDING)) throw new BrokenForm()
    if (end < 0) return null
    if ((parts += 1) > MOST_PARTS) throw new BrokenForm()
    state = 'head'
    // A head may be empty: then its end begins here.
    return bytes.subarray(end)
  }

  function readHead(bytes: Buffer): Buffer | null {
    const end = bytes.indexOf('\r\n\r\n')
    if (end > LONGEST_HEAD || (end < 0 && bytes.length > LONGEST_HEAD)) throw new BrokenForm()
    if (end < 0) return null
    isWanted = !wasFound && fieldOf(bytes.toString('utf8', 0, end)) === field
    wasFound ||= isWanted
    state = 'content'
    return bytes.subarray(end + 4)
  }

  return {
    read(piece) {
      const found: Buffer[] = []
      let bytes = join(piece, found)
      for (;;) {
        if (state === 'over') bytes = NOTHING
        if (state === 'content') bytes = readContent(bytes, found)
        // It left that state where it came to a boundary.
        if (state === 'content' || state === 'over') break
        const left = state === 'head' ? readHead(bytes) : readBoundary(bytes)
        if (left === null) break
        bytes = left
      }
      rest = Buffer.from(bytes)
      return found
    },
    isOver: () => state === 'over',
  }
}
