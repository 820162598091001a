import type { Dice } from '../dice.ts'
import { mix, type Canvas } from './canvas.ts'

const PALETTES = [
  [0xf4ead5, 0xe76f51, 0x264653, 0x2a9d8f, 0xe9c46a], [0x0b132b, 0x3a506b, 0x5bc0be, 0xf25f5c, 0xffe066],
  [0xfefae0, 0x606c38, 0xbc6c25, 0xdda15e, 0x283618], [0xf8f4f0, 0x9b2226, 0x005f73, 0xee9b00, 0x94d2bd],
] as const

function waves(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const [paper, ...colors] = dice.pick(PALETTES)
  canvas.gradient([paper, mix(paper, colors[1], 0.25)])
  canvas.circle(width * dice.between(0.3, 0.7), height * 0.3, height * 0.14, colors[0])
  for (let wave = 0; wave < 9; wave += 1) {
    const [base, swing, length, phase] = [height * (0.4 + wave * 0.075), dice.between(14, 46), dice.between(90, 240), dice.between(0, 7)]
    const edge = Array.from({ length: 121 }, (_, at) => [(at / 120) * width, base + Math.sin(((at / 120) * width) / length + phase) * swing] as const)
    canvas.polygon([...edge, [width, height], [0, height]], mix(colors[wave % colors.length]!, paper, dice.between(0, 0.3)))
    canvas.line(edge, 3, mix(paper, 0xffffff, 0.3))
  }
}

function circles(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const [paper, ...colors] = dice.pick(PALETTES)
  canvas.gradient([paper, paper])
  for (let ball = 0; ball < 26; ball += 1) {
    const [x, y, radius] = [dice.between(0, width), dice.between(0, height), dice.between(24, 150)]
    const color = dice.pick(colors)
    canvas.circle(x, y, radius, color)
    if (dice.chance(0.6)) canvas.circle(x, y, radius * 0.72, paper)
    if (dice.chance(0.5)) canvas.circle(x, y, radius * 0.44, dice.pick(colors))
  }
  for (let stroke = 0; stroke < 7; stroke += 1) {
    const [x, y] = [dice.between(0, width), dice.between(0, height)]
    canvas.line([[x, y], [x + dice.between(-260, 260), y + dice.between(-260, 260)]], dice.between(4, 14), dice.pick(colors))
  }
}

export const abstract = { 'abstract-waves': waves, 'abstract-circles': circles }
