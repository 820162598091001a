export type Container = 'matroska' | 'mov'

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
/** The first cluster of a WebM follows the description of its tracks. */
const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
/** The names of H.264 in WebM tracks and in MP4 sample entries. */
const H264 = ['V_MPEG4/ISO/AVC', 'avc1', 'avc3']
/** The beginning of a recording, which describes its tracks, has at most this size in bytes. */
const HEAD_BYTES = 65_536

/** Returns null for a piece from the middle of a recording. */
export function containerOf(piece: Buffer): Container | null {
  if (piece.subarray(0, 4).equals(EBML)) return 'matroska'
  return piece.toString('latin1', 4, 8) === 'ftyp' ? 'mov' : null
}

/** H.264 video can be copied without encoding. */
export function hasH264(pieces: readonly Buffer[]): boolean {
  const head = Buffer.concat(pieces).subarray(0, HEAD_BYTES)
  return H264.some((name) => head.includes(name))
}

/** The first piece may end before the description of the tracks. */
export const hasTracks = (container: Container, pieces: readonly Buffer[]): boolean =>
  Buffer.concat(pieces)
    .subarray(0, HEAD_BYTES)
    .includes(container === 'matroska' ? CLUSTER : 'stsd')

/** A recording that does not describe its tracks in the first HEAD_BYTES is invalid. */
export const isTooLong = (pieces: readonly Buffer[]): boolean =>
  pieces.reduce((size, { byteLength }) => size + byteLength, 0) > HEAD_BYTES
