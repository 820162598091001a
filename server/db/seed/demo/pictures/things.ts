import type { Dice } from '../dice.ts'
import { mix, type Canvas, type Point } from './canvas.ts'

function bookshelf(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  const colors = [0x8c2f39, 0x2f4858, 0x33658a, 0xc9a227, 0x5f7161, 0xe4d6b8, 0x6d4c6f, 0xb5651d, 0x1f2d3d, 0xd8d2c4]
  canvas.gradient([0x5b4030, 0x48311f])
  const board = height / 4
  for (let shelf = 0; shelf < 4; shelf += 1) {
    const floor = (shelf + 1) * board - 14
    canvas.rect(0, floor - board + 14, width, board - 14, 0x34251a)
    for (let x = 6; x < width - 20;) {
      const [thick, tall] = [dice.whole(15, 46), board * dice.between(0.58, 0.86)]
      const cover = dice.pick(colors)
      const lean = dice.chance(0.07) ? 24 : 0
      canvas.polygon([[x, floor], [x + thick, floor], [x + thick + lean, floor - tall], [x + lean, floor - tall]], cover)
      if (!lean) {
        canvas.rect(x + 3, floor - tall * 0.86, thick - 6, 5, mix(cover, 0xf6e7c0, 0.65))
        canvas.rect(x + thick * 0.3, floor - tall * 0.72, thick * 0.4, tall * 0.34, mix(cover, 0xf6e7c0, 0.35))
      }
      x += thick + lean + 1 + (dice.chance(0.05) ? 40 : 0)
    }
    canvas.rect(0, floor, width, 14, 0x7b5a41)
  }
}

function rack(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  canvas.gradient([0x20262c, 0x12161a])
  const [left, across] = [width * 0.14, width * 0.72]
  canvas.rect(left - 18, 20, across + 36, height - 40, 0x2f373e)
  for (let y = 40, unit = 0; y < height - 70; unit += 1) {
    const tall = dice.pick([44, 44, 70])
    const face = dice.pick([0x3c464e, 0x4b565f, 0x262d33, 0x555049])
    canvas.rect(left, y, across, tall, face)
    canvas.rect(left, y, across, 3, mix(face, 0xffffff, 0.2))
    if (unit % 3 === 0) {
      for (let port = 0; port < 14; port += 1) {
        canvas.rect(left + 30 + port * 32, y + 16, 22, tall - 28, 0x11161a)
        if (dice.chance(0.6)) canvas.circle(left + 36 + port * 32, y + 10, 3, dice.chance(0.85) ? 0x58d68d : 0xf5b041)
      }
    } else {
      for (let slot = 0; slot < 30; slot += 1) canvas.rect(left + 190 + slot * 10, y + 10, 5, tall - 20, mix(face, 0x000000, 0.4))
      for (let light = 0; light < 4; light += 1) canvas.circle(left + 26 + light * 22, y + tall / 2, 5, dice.pick([0x58d68d, 0x58d68d, 0x5dade2, 0xf5b041]))
    }
    y += tall + 7
  }
  for (const color of [0xc0392b, 0x2e86c1, 0xd4ac0d]) {
    const from: Point = [left + dice.between(60, across - 60), dice.between(60, height * 0.4)]
    const to: Point = [left + dice.between(60, across - 60), dice.between(height * 0.5, height - 90)]
    const sag = Array.from({ length: 25 }, (_, at) => {
      const along = at / 24
      return [from[0] + (to[0] - from[0]) * along + Math.sin(along * Math.PI) * 90, from[1] + (to[1] - from[1]) * along] as const
    })
    canvas.line(sag, 8, color)
  }
}

function terminal(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  canvas.gradient(dice.pick([[0x35506b, 0x6b4a6f], [0x2f6b5f, 0x274b66], [0x6f4b3a, 0x4a2f46]]))
  const [left, top] = [width * 0.07, height * 0.09]
  canvas.rect(left, top, width * 0.86, height * 0.82, 0x14181d)
  canvas.rect(left, top, width * 0.86, 38, 0x2a3037)
  for (const [at, color] of [0xff5f56, 0xffbd2e, 0x27c93f].entries()) canvas.circle(left + 26 + at * 28, top + 19, 8, color)
  for (let line = 0; line < 15; line += 1) {
    const y = top + 66 + line * (height * 0.047)
    let x = left + 28 + (dice.chance(0.4) ? 36 : 0)
    if (line % 5 === 0) {
      canvas.rect(left + 28, y, 14, 12, 0x7ee787)
      x = left + 54
    }
    for (let word = dice.whole(2, 6); word > 0; word -= 1) {
      const length = dice.whole(20, 110)
      canvas.rect(x, y, length, 12, dice.pick([0xc9d1d9, 0xc9d1d9, 0x79c0ff, 0xffa657, 0xd2a8ff, 0x8b949e]))
      x += length + 12
    }
  }
  canvas.rect(left + 28, top + height * 0.75, 14, 22, 0xc9d1d9)
}

function trailMap(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  canvas.gradient([0xe9efd6, 0xdbe6c4])
  const peaks = Array.from({ length: 4 }, () => ({ x: dice.between(0, width), y: dice.between(0, height), squeeze: dice.between(0.6, 1.3) }))
  for (const { x, y, squeeze } of peaks) {
    for (let ring = 9; ring > 0; ring -= 1) {
      const outline = Array.from({ length: 61 }, (_, at) => {
        const angle = (at / 60) * Math.PI * 2
        const far = ring * 30 * (1 + Math.sin(angle * 3 + x) * 0.12 + Math.cos(angle * 5 + y) * 0.07)
        return [x + Math.cos(angle) * far * squeeze, y + Math.sin(angle) * far] as const
      })
      canvas.polygon(outline, mix(0xdbe6c4, 0xb59a6a, (10 - ring) / 12))
      canvas.line(outline, 1.6, 0xa98d62)
    }
  }
  const river = Array.from({ length: 60 }, (_, at) => [(at / 59) * width, height * 0.75 + Math.sin(at / 6) * 50 - at * 3] as const)
  canvas.line(river, 10, 0x7fb4d6)
  const trail = Array.from({ length: 90 }, (_, at) => [width * 0.06 + (at / 89) * width * 0.88, height * (0.8 - (at / 89) * 0.6) + Math.sin(at / 5) * 44] as const)
  for (let at = 0; at + 1 < trail.length; at += 2) canvas.line([trail[at]!, trail[at + 1]!], 8, 0xc0392b)
  for (const [x, y] of [trail[0]!, trail[44]!, trail[89]!]) {
    canvas.circle(x, y, 15, 0xffffff)
    canvas.circle(x, y, 10, 0xc0392b)
  }
}

export const things = { bookshelf, rack, terminal, 'trail-map': trailMap }
