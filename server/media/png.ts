import { crc32 } from 'node:zlib'
import { MediaRefused } from './refusal.ts'

const SIGNATURE = 8

/**
 * Walks through the chunks of a PNG to its end and checks each, because the decoder is content with a file that was cut or
 * damaged. Returns the Exif data, null where there are none.
 * @throws MediaRefused damaged
 */
export function readPng(png: Uint8Array): { exif: Uint8Array | null } {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.length)
  let exif: Uint8Array | null = null
  for (let at = SIGNATURE; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at)
    const type = bytes.subarray(at + 4, at + 8).toString('latin1')
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) break
    if (type === 'eXIf') exif = bytes.subarray(at + 8, end)
    if (type === 'IEND') return { exif }
    at = end + 4
  }
  throw new MediaRefused('damaged')
}
