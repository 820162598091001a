import type { Dice } from '../dice.ts'
import { mix, type Canvas, type Point } from './canvas.ts'

/** The upper edge of hills: a polyline over the whole width, `rough` of 0 for waves, of 1 for rocks. */
function ridge(canvas: Canvas, dice: Dice, height: number, swing: number, rough: number): Point[] {
  const waves = Array.from({ length: 4 }, (_, at) => ({ length: dice.between(0.6, 1.4) * 2 ** at, phase: dice.between(0, 7), size: 1 / 1.8 ** at }))
  return Array.from({ length: 161 }, (_, at) => {
    const x = (at / 160) * canvas.width
    const wave = waves.reduce((sum, { length, phase, size }) => sum + Math.sin((x / canvas.width) * 5 * length + phase) * size, 0)
    return [x, height - swing * (wave / 2 + rough * dice.between(-0.12, 0.12))] as const
  })
}

function fillBelow(canvas: Canvas, edge: Point[], color: number): void {
  canvas.polygon([...edge, [canvas.width, canvas.height], [0, canvas.height]], color)
}

function fir(canvas: Canvas, x: number, foot: number, size: number, color: number): void {
  for (const [at, width] of [0.34, 0.27, 0.19].entries()) {
    const low = foot - size * (0.08 + at * 0.27)
    canvas.polygon([[x - size * width, low], [x + size * width, low], [x, low - size * 0.44]], color)
  }
  canvas.rect(x - size * 0.03, foot - size * 0.1, size * 0.06, size * 0.1, mix(color, 0x000000, 0.35))
}

function sun(canvas: Canvas, x: number, y: number, radius: number, color: number, sky: number): void {
  for (let ring = 6; ring > 0; ring -= 1) canvas.circle(x, y, radius * (1 + ring * 0.45), mix(color, sky, 0.55 + ring * 0.07))
  canvas.circle(x, y, radius, color)
}

function ranges(canvas: Canvas, dice: Dice, { far, near, count = 5, top = 0.42 }: { far: number, near: number, count?: number, top?: number }): void {
  const { height } = canvas
  for (let at = 0; at < count; at += 1) {
    const share = at / (count - 1)
    fillBelow(canvas, ridge(canvas, dice, height * (top + share * (0.92 - top)), height * (0.2 - share * 0.1), 1 - share * 0.7), mix(far, near, share))
  }
}

function mountainsDawn(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  canvas.gradient([0x3d5a92, 0x9fb4d8, 0xf6c6a0, 0xf7e0b5], 0, height * 0.62)
  canvas.gradient([0xf7e0b5, 0xf0c79a], height * 0.62)
  sun(canvas, width * dice.between(0.25, 0.75), height * 0.4, height * 0.05, 0xfff3d0, 0xf6c6a0)
  ranges(canvas, dice, { far: 0xc9a3a8, near: 0x23344f })
}

function mountainsDusk(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  canvas.gradient([0x1b1b3f, 0x4c2f6b, 0xa4507a, 0xee8f6b], 0, height * 0.7)
  canvas.gradient([0xee8f6b, 0xee8f6b], height * 0.7)
  for (let star = 0; star < 70; star += 1) {
    canvas.circle(dice.between(0, width), dice.between(0, height * 0.35), dice.between(0.5, 1.6), mix(0x4c2f6b, 0xffffff, dice.between(0.4, 1)))
  }
  ranges(canvas, dice, { far: 0x8a4a73, near: 0x17142e, top: 0.5 })
}

function snow(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  canvas.gradient([0x6f9fd0, 0xbcd6ec, 0xeef4f8])
  ranges(canvas, dice, { far: 0xd5e2ee, near: 0xa9c0d6, count: 3, top: 0.4 })
  fillBelow(canvas, ridge(canvas, dice, height * 0.78, height * 0.06, 0), 0xf7fafc)
  for (let tree = 0; tree < 26; tree += 1) {
    const depth = tree / 26
    const size = height * (0.06 + depth * 0.22)
    const [x, foot] = [dice.between(0, width), height * (0.74 + depth * 0.24)]
    fir(canvas, x, foot, size, mix(0x8aa5b5, 0x2f5048, depth))
    canvas.polygon([[x - size * 0.1, foot - size * 0.84], [x + size * 0.1, foot - size * 0.84], [x, foot - size * 1.06]], 0xf7fafc)
  }
}

function lake(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const shore = height * 0.58
  canvas.gradient([0x5f8fc4, 0xcfe0ec, 0xf8e9d0], 0, shore)
  ranges(canvas, dice, { far: 0xa8bccb, near: 0x48685f, count: 4, top: 0.28 })
  for (let tree = 0; tree < 40; tree += 1) fir(canvas, dice.between(0, width), shore, height * dice.between(0.05, 0.13), mix(0x2d4f45, 0x4b7560, dice.next()))
  canvas.mirror(shore, 0x37637c)
  for (let glint = 0; glint < 22; glint += 1) {
    canvas.rect(dice.between(0, width), dice.between(shore, height), dice.between(20, 110), 1.2, 0xa9c9d8)
  }
}

function forest(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const [light, dark] = dice.pick([[0xdfe8dc, 0x1e3b2c], [0xf3dcb4, 0x5a2f16], [0xd9e4ea, 0x21414a]] as const)
  canvas.gradient([mix(light, 0xffffff, 0.5), light])
  for (let layer = 0; layer < 6; layer += 1) {
    const color = mix(light, dark, (layer + 1) / 6)
    const foot = height * (0.45 + layer * 0.12)
    fillBelow(canvas, ridge(canvas, dice, foot, height * 0.05, 0), color)
    for (let tree = 0; tree < 30 - layer * 3; tree += 1) {
      fir(canvas, dice.between(-20, width + 20), foot + height * 0.05, height * (0.14 + layer * 0.06) * dice.between(0.7, 1.2), mix(color, dark, dice.between(0, 0.18)))
    }
  }
}

function sea(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const horizon = height * 0.56
  const x = width * dice.between(0.35, 0.65)
  canvas.gradient([0x274a78, 0xb0688a, 0xf2a065, 0xf9d38a], 0, horizon)
  sun(canvas, x, horizon - height * 0.06, height * 0.07, 0xfff0c0, 0xf2a065)
  canvas.gradient([0xd98a63, 0x3c5a7d, 0x1d3350], horizon)
  for (let wave = 0; wave < 90; wave += 1) {
    const y = horizon + (height - horizon) * dice.next() ** 1.5
    const spread = 30 + (y - horizon) * 0.5
    canvas.rect(x + dice.between(-spread, spread) - 40, y, dice.between(20, 110), 1 + (y - horizon) / 90, mix(0xffdf9f, 0x7d6f86, dice.next() * 0.8))
  }
}

function field(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  canvas.gradient([0x69a7dd, 0xdcecf5], 0, height * 0.6)
  sun(canvas, width * 0.8, height * 0.18, height * 0.05, 0xfff4c2, 0x9cc6e9)
  for (let cloud = 0; cloud < 4; cloud += 1) {
    const [x, y] = [dice.between(0, width), dice.between(height * 0.08, height * 0.32)]
    for (let puff = 0; puff < 5; puff += 1) canvas.ellipse(x + puff * 26, y + dice.between(-8, 8), dice.between(26, 44), dice.between(14, 24), 0xf7fbfd)
  }
  for (const [at, color] of [0x9cbf6b, 0xc9b653, 0x7aa84f, 0x5b8c3e].entries()) {
    fillBelow(canvas, ridge(canvas, dice, height * (0.52 + at * 0.12), height * 0.06, 0), color)
  }
  for (let flower = 0; flower < 170; flower += 1) {
    const y = height * (0.86 + dice.next() * 0.14)
    canvas.circle(dice.between(0, width), y, 1.5 + (y / height - 0.84) * 30, dice.pick([0xe2574c, 0xf5d04c, 0xffffff, 0xb287d6]))
  }
}

export const landscapes = {
  'mountains-dawn': mountainsDawn, 'mountains-dusk': mountainsDusk, snow, lake, forest, sea, field,
}
