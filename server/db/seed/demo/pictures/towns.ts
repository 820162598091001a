import type { Dice } from '../dice.ts'
import { mix, type Canvas } from './canvas.ts'

type Light = { walls: readonly number[], dark: number, lit: number, litShare: number }

function houses(canvas: Canvas, dice: Dice, ground: number, { walls, dark, lit, litShare }: Light): void {
  for (let x = -10; x < canvas.width;) {
    const width = dice.whole(54, 110)
    const height = dice.whole(120, 330) * (canvas.height / 640)
    const wall = dice.pick(walls)
    canvas.rect(x, ground - height, width, height, wall)
    if (dice.chance(0.6)) canvas.polygon([[x - 4, ground - height], [x + width + 4, ground - height], [x + width / 2, ground - height - width * 0.5]], mix(wall, dark, 0.5))
    for (let row = ground - height + 18; row < ground - 26; row += 30) {
      for (let column = x + 10; column < x + width - 16; column += 24) canvas.rect(column, row, 12, 17, dice.chance(litShare) ? lit : mix(wall, dark, 0.55))
    }
    x += width + (dice.chance(0.3) ? 12 : 0)
  }
}

function bridge(canvas: Canvas, water: number, color: number): void {
  const span = canvas.width / 4
  canvas.rect(0, water - 64, canvas.width, 14, color)
  for (let pier = 0; pier <= 4; pier += 1) canvas.rect(pier * span - 9, water - 56, 18, 66, color)
  for (let arch = 0; arch < 4; arch += 1) {
    const points = Array.from({ length: 25 }, (_, at) => [arch * span + (at / 24) * span, water - 50 + 44 * (2 * (at / 24) - 1) ** 2] as const)
    canvas.polygon([...points, [arch * span + span, water - 56], [arch * span, water - 56]], color)
  }
}

function cityDay(canvas: Canvas, dice: Dice): void {
  const { height } = canvas
  const water = height * 0.76
  canvas.gradient([0x7fb2df, 0xe7f0f4], 0, water)
  houses(canvas, dice, water - 50, { walls: [0xd98f6a, 0xe8c88c, 0xc9705b, 0x9fb6a3, 0xd8b9a0, 0xa8a3c0], dark: 0x3f3a44, lit: 0xfdf6e0, litShare: 0.2 })
  bridge(canvas, water, 0x8d8178)
  canvas.mirror(water + 6, 0x4a7896)
}

function cityNight(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const water = height * 0.74
  canvas.gradient([0x0c1230, 0x25305e, 0x55496f], 0, water)
  canvas.circle(width * dice.between(0.15, 0.85), height * 0.16, 26, 0xf6efcf)
  houses(canvas, dice, water - 40, { walls: [0x1b2140, 0x232a4b, 0x2d2c4a, 0x191c34], dark: 0x0a0d1f, lit: 0xffcf70, litShare: 0.45 })
  bridge(canvas, water, 0x11162b)
  for (let lamp = 0; lamp < 9; lamp += 1) canvas.circle(lamp * (width / 8), water - 78, 5, 0xffe1a0)
  canvas.mirror(water + 6, 0x0d1836)
}

export const towns = { 'city-day': cityDay, 'city-night': cityNight }
