import type { Dice } from '../dice.ts'
import { mix, type Canvas, type Point } from './canvas.ts'

function tableTop(canvas: Canvas, dice: Dice): void {
  const wood = dice.pick([0xb98a5e, 0x8f6a4a, 0xd2b48a, 0x6f5645])
  canvas.gradient([mix(wood, 0xffffff, 0.12), wood])
  for (let board = 1; board < 6; board += 1) canvas.rect(0, (canvas.height / 6) * board, canvas.width, 3, mix(wood, 0x000000, 0.25))
  for (let grain = 0; grain < 90; grain += 1) {
    canvas.rect(dice.between(0, canvas.width), dice.between(0, canvas.height), dice.between(30, 160), 1.4, mix(wood, 0x000000, dice.between(0.04, 0.16)))
  }
}

/** `count` places within a disc. */
function scatter(dice: Dice, count: number, x: number, y: number, radius: number): Point[] {
  return Array.from({ length: count }, () => {
    const [angle, far] = [dice.between(0, 7), radius * Math.sqrt(dice.next())]
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far] as const
  })
}

function leaf(canvas: Canvas, x: number, y: number, length: number, angle: number, color: number): void {
  const side = (sign: number): Point[] => Array.from({ length: 9 }, (_, at) => {
    const along = at / 8
    const out = Math.sin(along * Math.PI) * length * 0.24 * sign
    return [x + Math.cos(angle) * along * length - Math.sin(angle) * out, y + Math.sin(angle) * along * length + Math.cos(angle) * out] as const
  })
  canvas.polygon([...side(1), ...side(-1).reverse()], color)
  canvas.line([[x, y], [x + Math.cos(angle) * length * 0.9, y + Math.sin(angle) * length * 0.9]], 1.6, mix(color, 0xffffff, 0.25))
}

function bread(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const [x, y] = [width / 2, height / 2]
  tableTop(canvas, dice)
  canvas.ellipse(x, y + 22, width * 0.4, height * 0.36, 0x5d4632)
  canvas.ellipse(x, y + 12, width * 0.4, height * 0.36, 0xd9b98c)
  const [crust, crumb] = [dice.pick([0x9a5a2b, 0x84451d, 0xa86b35]), 0xe9cf9e]
  canvas.ellipse(x, y + 10, width * 0.31, height * 0.27, mix(crust, 0x000000, 0.4))
  canvas.ellipse(x, y, width * 0.31, height * 0.26, crust)
  canvas.ellipse(x - width * 0.05, y - height * 0.05, width * 0.22, height * 0.17, mix(crust, 0xf0b060, 0.35))
  for (let cut = -2; cut <= 2; cut += 1) {
    const middle = x + cut * width * 0.1
    canvas.line([[middle - 34, y + height * 0.13], [middle, y], [middle + 34, y - height * 0.13]], 17, mix(crumb, crust, 0.15))
    canvas.line([[middle - 30, y + height * 0.12], [middle, y], [middle + 30, y - height * 0.12]], 7, crumb)
  }
  for (const [px, py] of scatter(dice, 260, x, y, height * 0.38)) canvas.circle(px, py, dice.between(0.6, 2.2), 0xf6ead2)
}

function pizza(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const [x, y, radius] = [width / 2, height / 2, Math.min(width, height) * 0.41]
  tableTop(canvas, dice)
  canvas.circle(x + 6, y + 10, radius * 1.03, 0x4d3828)
  canvas.circle(x, y, radius, 0xc98d4b)
  for (const [px, py] of scatter(dice, 60, x, y, radius)) canvas.circle(px, py, dice.between(3, 10), 0xb47638)
  canvas.circle(x, y, radius * 0.87, 0xb5391f)
  for (const [px, py] of scatter(dice, 150, x, y, radius * 0.78)) canvas.circle(px, py, dice.between(12, 30), mix(0xf5d98a, 0xfff1c4, dice.next()))
  for (const [px, py] of scatter(dice, 16, x, y, radius * 0.72)) {
    canvas.circle(px, py, 27, 0x8c1f16)
    canvas.circle(px, py, 24, 0xc0392b)
    for (const [qx, qy] of scatter(dice, 5, px, py, 15)) canvas.circle(qx, qy, 3, 0xd9705f)
  }
  for (const [px, py] of scatter(dice, 9, x, y, radius * 0.7)) leaf(canvas, px, py, 46, dice.between(0, 7), 0x3f7d3a)
}

function soup(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const [x, y, radius] = [width / 2, height / 2, Math.min(width, height) * 0.4]
  tableTop(canvas, dice)
  const broth = dice.pick([0xd9822b, 0xb8442e, 0xc9a24a, 0x9fae5a])
  canvas.circle(x + 8, y + 14, radius, 0x4a3a2c)
  canvas.circle(x, y, radius, 0xf3efe6)
  canvas.circle(x, y, radius * 0.86, 0xdcd5c6)
  canvas.circle(x, y + 5, radius * 0.82, broth)
  for (const [px, py] of scatter(dice, 70, x, y, radius * 0.72)) canvas.circle(px, py, dice.between(2, 9), mix(broth, 0xffe9a8, dice.between(0.2, 0.6)))
  for (const [px, py] of scatter(dice, 14, x, y, radius * 0.62)) {
    canvas.rect(px - 10, py - 10, 20, 20, dice.pick([0xe07b2a, 0xf0c46a, 0xa8c25a]))
  }
  const cream = Array.from({ length: 60 }, (_, at) => [x + Math.cos(at / 5) * at * 1.7, y + Math.sin(at / 5) * at * 1.7] as const)
  canvas.line(cream, 9, 0xfbf3df)
  for (const [px, py] of scatter(dice, 12, x, y, radius * 0.5)) leaf(canvas, px, py, 26, dice.between(0, 7), 0x4f8f45)
}

function tomatoes(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  tableTop(canvas, dice)
  for (let fruit = 0; fruit < 34; fruit += 1) {
    const [x, y] = [dice.between(width * 0.06, width * 0.94), height * (0.25 + (fruit / 34) * 0.68)]
    const radius = dice.between(44, 82)
    const skin = mix(dice.pick([0xd0342c, 0xe0483a, 0xb92a35, 0xe8872b]), 0x7fa03f, dice.chance(0.12) ? 0.6 : 0)
    canvas.ellipse(x + 5, y + 9, radius, radius * 0.9, mix(skin, 0x000000, 0.55))
    canvas.ellipse(x, y, radius, radius * 0.9, skin)
    canvas.ellipse(x - radius * 0.35, y - radius * 0.32, radius * 0.26, radius * 0.17, mix(skin, 0xffffff, 0.5))
    for (let point = 0; point < 5; point += 1) leaf(canvas, x, y - radius * 0.45, radius * 0.42, point * 1.257 + dice.next(), 0x4d7c34)
  }
}

function cake(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const [left, right, plate] = [width * 0.26, width * 0.74, height * 0.76]
  const [icing, dough] = dice.pick([[0xf7e4d2, 0xd9a566], [0xf4c9d2, 0xe8c48f], [0x5b3a29, 0x7d4f33]] as const)
  canvas.gradient([0xdfe7e4, 0xf4efe6])
  canvas.gradient([0xc2ad95, 0xa98f74], height * 0.72)
  canvas.ellipse(width / 2, plate + 14, width * 0.36, height * 0.075, 0x8d7861)
  canvas.ellipse(width / 2, plate, width * 0.36, height * 0.07, 0xfbfaf6)
  for (let layer = 0; layer < 4; layer += 1) {
    const y = plate - (layer + 1) * height * 0.095
    canvas.rect(left, y, right - left, height * 0.075, mix(dough, 0xffffff, layer * 0.06))
    canvas.rect(left, y + height * 0.072, right - left, height * 0.025, layer % 2 ? 0xb8485f : icing)
    for (let crumb = 0; crumb < 40; crumb += 1) canvas.circle(dice.between(left, right), y + dice.between(4, height * 0.066), dice.between(1, 3), mix(dough, 0x000000, 0.2))
  }
  const top = plate - height * 0.4
  canvas.rect(left - 6, top, right - left + 12, height * 0.045, icing)
  for (let drop = left; drop < right; drop += 34) canvas.ellipse(drop + 10, top + height * 0.045, 15, dice.between(10, 40), icing)
  for (let berry = left + 26; berry < right; berry += 54) {
    canvas.circle(berry, top - 14, 19, 0xb3243b)
    canvas.circle(berry - 6, top - 20, 5, 0xe88a98)
    leaf(canvas, berry, top - 30, 20, -0.8, 0x4f8f45)
  }
}

function stillLife(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const table = height * 0.68
  const wall = dice.pick([0x6f7f8c, 0x8c7f6f, 0x7c8a72])
  canvas.gradient([mix(wall, 0x000000, 0.15), mix(wall, 0xffffff, 0.2)], 0, table)
  canvas.gradient([0x9c7450, 0x6f4f37], table)
  const jug = width * 0.3
  canvas.ellipse(jug, table + 44, 130, 24, 0x54392a)
  canvas.ellipse(jug, table - 50, 96, 106, 0xe6ded0)
  canvas.rect(jug - 42, table - 230, 84, 130, 0xe6ded0)
  canvas.ellipse(jug, table - 230, 42, 13, 0x4d4439)
  canvas.ellipse(jug - 34, table - 70, 20, 56, 0xf8f3ea)
  for (let stem = 0; stem < 9; stem += 1) leaf(canvas, jug, table - 232, dice.between(90, 190), -1.57 + (stem - 4) * 0.22, mix(0x4d7a43, 0x8fae5a, dice.next()))
  for (const [at, kind] of dice.shuffled(['pumpkin', 'apple', 'apple', 'pear', 'pumpkin']).entries()) {
    const x = width * (0.48 + at * 0.11)
    const size = kind === 'pumpkin' ? 74 : 46
    const color = kind === 'pumpkin' ? 0xd97a26 : kind === 'apple' ? dice.pick([0xb8302b, 0x8fa53d]) : 0xb9ad3f
    const y = table + 46 + (at % 2) * 34 - size
    canvas.ellipse(x + 6, y + size * 0.9, size * 1.1, size * 0.22, 0x4c3426)
    if (kind === 'pumpkin') for (const shift of [-0.55, 0.55, 0]) canvas.ellipse(x + shift * size, y, size * 0.62, size * 0.9, mix(color, 0x000000, shift === 0 ? 0 : 0.15))
    else canvas.circle(x, y, size, color)
    if (kind === 'pear') canvas.ellipse(x, y - size * 0.8, size * 0.55, size * 0.7, color)
    canvas.ellipse(x - size * 0.35, y - size * 0.3, size * 0.16, size * 0.24, mix(color, 0xffffff, 0.4))
    canvas.line([[x, y - size * 0.85], [x + 7, y - size * 1.2]], 7, 0x4d3a24)
  }
}

export const food = { bread, pizza, soup, tomatoes, cake, 'still-life': stillLife }
