export type Container = 'matroska' | 'mov'

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
/** The names of H.264 in WebM tracks and in MP4 sample entries. */
const H264 = ['V_MPEG4/ISO/AVC', 'avc1', 'avc3']
/** The maximum size in bytes of the beginning of a recording that describes its tracks. */
const HEAD_BYTES = 65_536

/** Returns the container format of a recording that begins with this piece; null for a piece from the middle. */
export function containerOf(piece: Buffer): Container | null {
  if (piece.subarray(0, 4).equals(EBML)) return 'matroska'
  return piece.toString('latin1', 4, 8) === 'ftyp' ? 'mov' : null
}

/** Returns whether the video is H.264, which can be copied without encoding. */
export function hasH264(pieces: readonly Buffer[]): boolean {
  const head = Buffer.concat(pieces).subarray(0, HEAD_BYTES)
  return H264.some((name) => head.includes(name))
}

/**
 * Returns whether the pieces include the description of the tracks. The first piece of an MP4 may end before the
 * description.
 */
export const hasTracks = (container: Container, pieces: readonly Buffer[]): boolean =>
  container === 'matroska' || Buffer.concat(pieces).subarray(0, HEAD_BYTES).includes('stsd')

/**
 * Returns whether the pieces exceed the size within which a recording must describe its tracks; the recording is then
 * invalid.
 */
export const isTooLong = (pieces: readonly Buffer[]): boolean =>
  pieces.reduce((size, { byteLength }) => size + byteLength, 0) > HEAD_BYTES
