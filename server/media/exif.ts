const ORIENTATION = 0x0112
const SHORT = 3

/**
 * How a picture is to be turned, 1 to 8 as in Exif (1: not at all), from the TIFF structure of its Exif data; whatever is
 * broken is 1.
 */
export function orientationOf(exif: Uint8Array): number {
  const bytes = Buffer.from(exif.buffer, exif.byteOffset, exif.length)
  const start = bytes.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? 6 : 0
  const tiff = bytes.subarray(start)
  const order = tiff.subarray(0, 4).toString('latin1')
  if (tiff.length < 14 || (order !== 'II*\0' && order !== 'MM\0*')) return 1
  const isLittle = order === 'II*\0'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.length) return 1
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Turns and mirrors the picture as its orientation says. */
export function turn(image: Bun.Image, orientation: number): Bun.Image {
  const degrees = [0, 0, 0, 180, 0, 90, 90, 270, 270][orientation]!
  const turned = degrees === 0 ? image : image.rotate(degrees)
  if (orientation === 4) return turned.flip()
  return [2, 5, 7].includes(orientation) ? turned.flop() : turned
}
