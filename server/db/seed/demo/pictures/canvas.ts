export type Point = readonly [x: number, y: number]

/** Drawn twice as large as kept: shrinking smooths the edges. */
const SCALE = 2
const BMP_HEAD = 54

/** `0xRRGGBB`, opaque, as a pixel of a bitmap lies in memory. */
const pixelOf = (color: number) => (0xff000000 | color) >>> 0

/** Between two colours, `share` of 0 is the first, of 1 the second. */
export function mix(from: number, to: number, share: number): number {
  const part = (shift: number) => {
    const start = (from >> shift) & 255
    return Math.round(start + (((to >> shift) & 255) - start) * Math.min(1, Math.max(0, share))) << shift
  }
  return part(16) | part(8) | part(0)
}

/** A surface for flat shapes; places and lengths are pixels of the kept picture, colours `0xRRGGBB`. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly #pixels: Uint32Array
  readonly #across: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#across = width * SCALE
    this.#pixels = new Uint32Array(this.#across * height * SCALE)
  }

  /** A gradient from top to bottom through all colours, over the rows from `top` to `bottom`. */
  gradient(colors: number[], top = 0, bottom = this.height): void {
    for (let y = Math.max(0, Math.round(top * SCALE)); y < Math.min(this.height, bottom) * SCALE; y += 1) {
      const place = ((y / SCALE - top) / (bottom - top)) * (colors.length - 1)
      const at = Math.min(colors.length - 2, Math.max(0, Math.floor(place)))
      this.#row(y, 0, this.#across, colors.length > 1 ? mix(colors[at]!, colors[at + 1]!, place - at) : colors[0]!)
    }
  }

  rect(x: number, y: number, width: number, height: number, color: number): void {
    for (let row = Math.round(y * SCALE); row < (y + height) * SCALE; row += 1) this.#row(row, x * SCALE, (x + width) * SCALE, color)
  }

  ellipse(x: number, y: number, radiusX: number, radiusY: number, color: number): void {
    for (let row = Math.ceil((y - radiusY) * SCALE); row <= (y + radiusY) * SCALE; row += 1) {
      const half = radiusX * Math.sqrt(Math.max(0, 1 - ((row / SCALE - y) / radiusY) ** 2))
      this.#row(row, (x - half) * SCALE, (x + half) * SCALE, color)
    }
  }

  circle(x: number, y: number, radius: number, color: number): void {
    this.ellipse(x, y, radius, radius, color)
  }

  polygon(points: readonly Point[], color: number): void {
    const ys = points.map(([, y]) => y * SCALE)
    const last = Math.min(this.height * SCALE - 1, Math.floor(Math.max(...ys)))
    for (let row = Math.max(0, Math.ceil(Math.min(...ys))); row <= last; row += 1) {
      const crossings: number[] = []
      for (const [at, [x1, y1]] of points.entries()) {
        const [x2, y2] = points[(at + 1) % points.length]!
        const [from, to] = [y1 * SCALE, y2 * SCALE]
        if (from <= row !== to <= row) crossings.push((x1 + ((row - from) / (to - from)) * (x2 - x1)) * SCALE)
      }
      crossings.sort((a, b) => a - b)
      for (let at = 0; at + 1 < crossings.length; at += 2) this.#row(row, crossings[at]!, crossings[at + 1]!, color)
    }
  }

  /** A line of straight pieces with round joints. */
  line(points: readonly Point[], thickness: number, color: number): void {
    for (const [at, [x, y]] of points.entries()) {
      this.circle(x, y, thickness / 2, color)
      const before = points[at - 1]
      if (!before) continue
      const length = Math.hypot(x - before[0], y - before[1]) || 1
      const [dx, dy] = [(-(y - before[1]) / length) * (thickness / 2), ((x - before[0]) / length) * (thickness / 2)]
      this.polygon([[before[0] + dx, before[1] + dy], [x + dx, y + dy], [x - dx, y - dy], [before[0] - dx, before[1] - dy]], color)
    }
  }

  /** Lets the rows below `surface` show those above it upside down, darkened towards `color`. */
  mirror(surface: number, color: number): void {
    const edge = Math.round(surface * SCALE)
    for (let row = edge; row < this.height * SCALE; row += 1) {
      const depth = row - edge
      const source = Math.max(0, edge - 1 - Math.round(depth * 1.1) - (Math.round(Math.sin(depth / 5) * 2)))
      const strength = Math.min(0.75, 0.3 + depth / (this.height * SCALE))
      for (let x = 0; x < this.#across; x += 1) {
        this.#pixels[row * this.#across + x] = pixelOf(mix(this.#pixels[source * this.#across + x]! & 0xffffff, color, strength))
      }
    }
  }

  /** The picture as JPEG. */
  async encode(): Promise<Uint8Array> {
    const head = new DataView(new ArrayBuffer(BMP_HEAD))
    const size = this.#pixels.byteLength
    head.setUint16(0, 0x424d)
    head.setUint32(2, BMP_HEAD + size, true)
    head.setUint32(10, BMP_HEAD, true)
    head.setUint32(14, 40, true)
    head.setInt32(18, this.#across, true)
    // A negative height means that the first row is the upper one.
    head.setInt32(22, -this.height * SCALE, true)
    head.setUint16(26, 1, true)
    head.setUint16(28, 32, true)
    head.setUint32(34, size, true)
    const bitmap = new Uint8Array(BMP_HEAD + size)
    bitmap.set(new Uint8Array(head.buffer))
    bitmap.set(new Uint8Array(this.#pixels.buffer), BMP_HEAD)
    return new Bun.Image(bitmap).resize(this.width, this.height, { filter: 'box' }).jpeg({ quality: 92 }).bytes()
  }

  #row(y: number, from: number, to: number, color: number): void {
    if (y < 0 || y >= this.height * SCALE) return
    const start = Math.max(0, Math.round(from))
    const end = Math.min(this.#across, Math.round(to))
    if (start < end) this.#pixels.fill(pixelOf(color), y * this.#across + start, y * this.#across + end)
  }
}
