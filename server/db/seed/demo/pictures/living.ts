import type { Dice } from '../dice.ts'
import { mix, type Canvas, type Point } from './canvas.ts'

function room(canvas: Canvas, dice: Dice): void {
  const wall = dice.pick([0xf0dfc8, 0xd6e4e5, 0xe6d6e0, 0xdfe3cf])
  canvas.gradient([wall, mix(wall, 0xffffff, 0.3)], 0, canvas.height * 0.78)
  canvas.gradient([0xb58a63, 0x94704f], canvas.height * 0.78)
}

function eyes(canvas: Canvas, x: number, y: number, apart: number, size: number, iris: number): void {
  for (const side of [-1, 1]) {
    canvas.ellipse(x + side * apart, y, size, size * 1.05, iris)
    canvas.ellipse(x + side * apart, y, size * 0.45, size * 0.85, 0x16130f)
    canvas.circle(x + side * apart - size * 0.25, y - size * 0.35, size * 0.2, 0xffffff)
  }
}

function cat(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  room(canvas, dice)
  const fur = dice.pick([0xd98b3a, 0x4a4a52, 0xa8998a, 0x2e2a2a, 0xe9e2d6])
  const stripe = mix(fur, 0x000000, 0.25)
  const [x, foot, size] = [width / 2 + dice.between(-40, 40), height * 0.88, height * 0.2]
  canvas.ellipse(x, foot, size * 1.5, size * 0.2, 0x7f5f44)
  const tail = Array.from({ length: 20 }, (_, at) => [x + size * (0.8 + at * 0.06), foot - size * (0.2 + Math.sin(at / 6) * 1.1)] as const)
  canvas.line(tail, size * 0.26, stripe)
  canvas.ellipse(x, foot - size * 0.95, size * 0.95, size * 1.05, fur)
  for (const side of [-1, 1]) canvas.ellipse(x + side * size * 0.4, foot - size * 0.12, size * 0.3, size * 0.2, mix(fur, 0xffffff, 0.25))
  const head = foot - size * 2.2
  for (const side of [-1, 1]) {
    const ear = (scale: number): Point[] => [
      [x + side * size * 0.85 * scale, head - size * 0.3], [x + side * size * 0.75, head - size * (0.3 + 0.85 * scale)], [x + side * size * (0.75 - 0.6 * scale), head - size * 0.55],
    ]
    canvas.polygon(ear(1), fur)
    canvas.polygon(ear(0.6), 0xe0a6a0)
  }
  canvas.ellipse(x, head, size * 0.95, size * 0.8, fur)
  for (const shift of [-0.22, 0, 0.22]) canvas.line([[x + shift * size, head - size * 0.76], [x + shift * size * 0.8, head - size * 0.45]], size * 0.08, stripe)
  canvas.ellipse(x, head + size * 0.34, size * 0.4, size * 0.28, mix(fur, 0xffffff, 0.55))
  eyes(canvas, x, head - size * 0.08, size * 0.4, size * 0.2, dice.pick([0x9fc25a, 0xe0b83a, 0x7fb4c9]))
  canvas.polygon([[x - size * 0.1, head + size * 0.17], [x + size * 0.1, head + size * 0.17], [x, head + size * 0.29]], 0xd4807c)
  for (const side of [-1, 1]) {
    for (const rise of [-0.08, 0.04, 0.16]) canvas.line([[x + side * size * 0.3, head + size * 0.3], [x + side * size * 1.2, head + size * (0.3 + rise)]], 2, 0xf5f0e6)
  }
}

function dog(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  canvas.gradient([0x8fc0e6, 0xe4f0f6], 0, height * 0.6)
  canvas.gradient(dice.chance(0.4) ? [0xf4f8fb, 0xdde8f0] : [0x8fb95e, 0x5f8f3e], height * 0.6)
  const fur = dice.pick([0xa8703d, 0xd9b27a, 0x5b4636, 0xefe6d8, 0x3a3432])
  const ear = mix(fur, 0x000000, 0.4)
  const [x, y, size] = [width / 2 + dice.between(-40, 40), height * 0.5, height * 0.25]
  canvas.ellipse(x, height * 1.02, size * 1.25, size * 1.1, mix(fur, 0x000000, 0.1))
  canvas.rect(x - size * 0.7, y + size * 0.88, size * 1.4, size * 0.2, dice.pick([0xc0392b, 0x2f6fb0, 0x3c8d4e]))
  canvas.circle(x, y + size * 1.16, size * 0.13, 0xf0c94a)
  for (const side of [-1, 1]) canvas.ellipse(x + side * size * 0.98, y + size * 0.05, size * 0.32, size * 0.72, ear)
  canvas.ellipse(x, y, size * 0.98, size * 1.02, fur)
  if (dice.chance(0.5)) canvas.ellipse(x + size * 0.4, y - size * 0.2, size * 0.36, size * 0.42, ear)
  canvas.ellipse(x, y + size * 0.46, size * 0.52, size * 0.44, mix(fur, 0xffffff, 0.6))
  canvas.ellipse(x, y + size * 0.92, size * 0.2, size * 0.32, 0xe0737a)
  canvas.line([[x - size * 0.3, y + size * 0.68], [x, y + size * 0.6], [x + size * 0.3, y + size * 0.68]], 7, 0x3a2f2b)
  canvas.ellipse(x, y + size * 0.28, size * 0.22, size * 0.16, 0x241d1b)
  canvas.ellipse(x - size * 0.06, y + size * 0.24, size * 0.07, size * 0.04, 0x8d817c)
  eyes(canvas, x, y - size * 0.14, size * 0.4, size * 0.15, 0x5b3d24)
}

function plants(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const shelf = height * 0.8
  canvas.gradient([0xe9f1ea, 0xcfe0d4])
  canvas.rect(width * 0.08, height * 0.08, width * 0.84, height * 0.6, 0xbfdcec)
  canvas.rect(width * 0.49, height * 0.08, width * 0.02, height * 0.6, 0xf7f7f2)
  canvas.gradient([0xd8c3a5, 0xb9a07f], shelf)
  for (let pot = 0; pot < 6; pot += 1) {
    const x = width * (0.1 + pot * 0.16)
    const size = dice.between(46, 68)
    const clay = dice.pick([0xb5623c, 0xd9d2c5, 0x6f8f95, 0xc9885b])
    const [green, count, tall] = [mix(0x2f6b3a, 0x9cbf5a, dice.next()), dice.whole(7, 15), dice.between(120, 260)]
    for (let at = 0; at < count; at += 1) {
      const angle = -1.57 + (at / (count - 1) - 0.5) * dice.between(1.4, 2.4)
      const length = tall * dice.between(0.6, 1)
      const tip: Point = [x + Math.cos(angle) * length, shelf - size + Math.sin(angle) * length]
      const bend: Point = [x + Math.cos(angle) * length * 0.45 - 12, shelf - size + Math.sin(angle) * length * 0.55]
      canvas.line([[x, shelf - size], bend, tip], 5, mix(green, 0x000000, 0.2))
      canvas.ellipse(tip[0], tip[1], dice.between(12, 26), dice.between(14, 32), mix(green, 0xffffff, dice.between(0, 0.2)))
      if (dice.chance(0.15)) canvas.circle(tip[0], tip[1] - 12, 11, dice.pick([0xe2574c, 0xf2b6c6, 0xf5d04c]))
    }
    canvas.polygon([[x - size * 0.7, shelf - size], [x + size * 0.7, shelf - size], [x + size * 0.5, shelf + 12], [x - size * 0.5, shelf + 12]], clay)
    canvas.rect(x - size * 0.8, shelf - size - 8, size * 1.6, 18, mix(clay, 0x000000, 0.12))
  }
}

export const living = { cat, dog, plants }
