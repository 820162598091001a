import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256]
/** Types of .icns entries with their sizes in pixels; retina types are displayed at half of that size. */
const ICNS_TYPES: [string, number][] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['icp6', 64],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024],
]
/** In icons for macOS, the margin around the picture is a tenth of the width. */
const MAC_MARGIN = 0.1

const OVERLAY =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#f0b45c" ' +
  'stroke="#0e5a53" stroke-width="1.5"/></svg>'

type Pictures = Map<number, Buffer>

/** An .ico file is a header, 16 bytes of metadata for each image, then the PNG images. */
function icoOf(pictures: Pictures): Buffer {
  const header = Buffer.alloc(6 + pictures.size * 16)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.size, 4)
  let offset = header.length
  let at = 6
  for (const [size, { length }] of pictures) {
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += length
    at += 16
  }
  return Buffer.concat([header, ...pictures.values()])
}

/** In an .icns file each PNG image follows its type and length. */
function icnsOf(pictures: Pictures): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(content.length + 8, 4)
    return Buffer.concat([head, content])
  }
  return chunk('icns', Buffer.concat(ICNS_TYPES.map(([type, size]) => chunk(type, pictures.get(size)!))))
}

async function draw(svg: string, size: number, margin = 0): Promise<Buffer> {
  const box = Math.round(size * (1 - 2 * margin))
  const [before, after] = [Math.floor((size - box) / 2), Math.ceil((size - box) / 2)]
  const drawing = await sharp(Buffer.from(svg)).metadata()
  return sharp(Buffer.from(svg), { density: (72 * box) / drawing.width })
    .resize(box, box)
    .extend({ top: before, left: before, bottom: after, right: after, background: '#0000' })
    .png()
    .toBuffer()
}

async function drawAll(svg: string, sizes: readonly number[], margin?: number): Promise<Pictures> {
  return new Map(await Promise.all(sizes.map(async (size) => [size, await draw(svg, size, margin)] as const)))
}

export async function drawIcons(svg: string, folder: string): Promise<void> {
  const plain = await drawAll(svg, SIZES)
  await mkdir(join(folder, 'png'), { recursive: true })
  for (const [size, picture] of plain) await writeFile(join(folder, `png/${size}x${size}.png`), picture)
  await writeFile(join(folder, 'icon.ico'), icoOf(new Map([...plain].filter(([size]) => ICO_SIZES.includes(size)))))
  await writeFile(join(folder, 'icon.icns'), icnsOf(await drawAll(svg, SIZES, MAC_MARGIN)))
  await writeFile(join(folder, 'overlay.png'), await draw(OVERLAY, 32))
}
