import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureChromium } from '../../e2e/browser.ts'
import { CommandError, main, ROOT, print, step } from './console.ts'
import { ensureInstalled } from './install.ts'

const FOLDER = join(ROOT, 'admin-desktop/icon')
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256]
/** By pixels; retina types show the same pixels at half the size. */
const ICNS_TYPES: [string, number][] = [
  ['icp4', 16], ['icp5', 32], ['ic11', 32], ['icp6', 64], ['ic12', 64], ['ic07', 128], ['ic08', 256], ['ic13', 256], ['ic09', 512], ['ic14', 512], ['ic10', 1024],
]
/** macOS icons have a margin of a tenth. */
const MAC_MARGIN = 0.1

/** The badge on the taskbar of Windows. */
const OVERLAY = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#f0b45c" stroke="#0e5a53" stroke-width="1.5"/></svg>'

type Pictures = Map<number, Buffer>

/** PNG images in an .ico: a header, an entry of 16 bytes each, the images. */
export function icoOf(pictures: Pictures): Buffer {
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

/** PNG images in an .icns: each after its type and length. */
export function icnsOf(pictures: Pictures): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(content.length + 8, 4)
    return Buffer.concat([head, content])
  }
  return chunk('icns', Buffer.concat(ICNS_TYPES.map(([type, size]) => chunk(type, pictures.get(size)!))))
}

async function render(): Promise<void> {
  const { chromium } = await import('playwright')
  const executablePath = await ensureChromium(print).catch((error: Error) => { throw new CommandError(error.message) })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    const draw = async (svg: string, size: number, margin = 0): Promise<Buffer> => {
      await page.setViewportSize({ width: size, height: size })
      const box = Math.round(size * (1 - 2 * margin))
      await page.setContent(`<style>body{margin:0;display:grid;place-items:center;height:100vh}svg{width:${box}px;height:${box}px}</style>${svg}`)
      return page.screenshot({ omitBackground: true })
    }
    const drawAll = async (svg: string, sizes: readonly number[], margin?: number): Promise<Pictures> => {
      const pictures: Pictures = new Map()
      for (const size of sizes) pictures.set(size, await draw(svg, size, margin))
      return pictures
    }
    const svg = await readFile(join(FOLDER, 'icon.svg'), 'utf8')
    const plain = await drawAll(svg, SIZES)
    await mkdir(join(FOLDER, 'png'), { recursive: true })
    for (const [size, picture] of plain) await writeFile(join(FOLDER, `png/${size}x${size}.png`), picture)
    await writeFile(join(FOLDER, 'icon.ico'), icoOf(new Map([...plain].filter(([size]) => ICO_SIZES.includes(size)))))
    await writeFile(join(FOLDER, 'icon.icns'), icnsOf(await drawAll(svg, SIZES, MAC_MARGIN)))
    await writeFile(join(FOLDER, 'overlay.png'), await draw(OVERLAY, 32))
  } finally {
    await browser.close()
  }
}

// The images are committed, so that packaging needs no browser. Run this after changing icon.svg.
if (import.meta.main) {
  await main(async () => {
    await ensureInstalled()
    await step('Drawing the icons', render)
  })
}
