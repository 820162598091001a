export type Container = 'matroska' | 'mov'

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
/** Names of H.264 among the tracks of WebM, and as sample entries of MP4. */
const H264 = ['V_MPEG4/ISO/AVC', 'avc1', 'avc3']
/** The bytes at the beginning of a recording in which its tracks are described. */
const HEAD_BYTES = 65_536

/** Returns the format of a recording that begins with this piece; null for a piece from the middle of one. */
export function containerOf(piece: Buffer): Container | null {
  if (piece.subarray(0, 4).equals(EBML)) return 'matroska'
  return piece.toString('latin1', 4, 8) === 'ftyp' ? 'mov' : null
}

/** Returns whether the video of a recording can be copied, judged by its first pieces. */
export function hasH264(pieces: readonly Buffer[]): boolean {
  const head = Buffer.concat(pieces).subarray(0, HEAD_BYTES)
  return H264.some((name) => head.includes(name))
}

/** Returns whether the pieces include the tracks; the first piece of an MP4 may end before them. */
export const hasTracks = (container: Container, pieces: readonly Buffer[]): boolean =>
  container === 'matroska' || Buffer.concat(pieces).subarray(0, HEAD_BYTES).includes('stsd')

/** Returns whether the pieces are so long that the tracks would have been in them. */
export const isTooLong = (pieces: readonly Buffer[]): boolean =>
  pieces.reduce((size, { byteLength }) => size + byteLength, 0) > HEAD_BYTES
