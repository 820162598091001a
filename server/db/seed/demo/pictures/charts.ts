import type { Dice } from '../dice.ts'
import { mix, type Canvas, type Point } from './canvas.ts'

const COLORS = [0x3b7dd8, 0xe07a5f, 0x57a773, 0xf2b134, 0x8e6bbf, 0x4bb3c4, 0xd1495b]
const PAPER = 0xfafaf7
const LINE = 0xd9dcd6
const INK = 0x4a5058

function axes(canvas: Canvas): { left: number, right: number, top: number, bottom: number } {
  const frame = { left: canvas.width * 0.1, right: canvas.width * 0.94, top: canvas.height * 0.14, bottom: canvas.height * 0.86 }
  canvas.gradient([PAPER, PAPER])
  canvas.rect(frame.left, canvas.height * 0.05, canvas.width * 0.34, 16, INK)
  canvas.rect(frame.left, canvas.height * 0.05 + 26, canvas.width * 0.2, 8, 0xa9afb5)
  for (let step = 0; step <= 5; step += 1) {
    const y = frame.bottom - ((frame.bottom - frame.top) * step) / 5
    canvas.rect(frame.left, y, frame.right - frame.left, 1.5, LINE)
    canvas.rect(frame.left - 44, y - 4, 28, 8, 0xa9afb5)
  }
  canvas.rect(frame.left, frame.bottom, frame.right - frame.left, 3, INK)
  return frame
}

function bars(canvas: Canvas, dice: Dice): void {
  const { left, right, top, bottom } = axes(canvas)
  const count = dice.whole(5, 9)
  const color = dice.pick(COLORS)
  const step = (right - left) / count
  for (let at = 0; at < count; at += 1) {
    const tall = (bottom - top) * dice.between(0.2, 0.96)
    const x = left + at * step + step * 0.14
    canvas.rect(x, bottom - tall, step * 0.34, tall, color)
    canvas.rect(x + step * 0.38, bottom - tall * dice.between(0.5, 0.95), step * 0.34, bottom, mix(color, PAPER, 0.55))
    canvas.rect(x, bottom, step, canvas.height - bottom, PAPER)
    canvas.rect(x + step * 0.1, bottom + 16, step * 0.5, 8, 0xa9afb5)
  }
  canvas.rect(left, bottom, right - left, 3, INK)
}

function curve(canvas: Canvas, dice: Dice): void {
  const { left, right, top, bottom } = axes(canvas)
  const count = 36
  for (const [series, color] of dice.shuffled(COLORS).slice(0, 2).entries()) {
    let value = dice.between(0.55, 0.85) - series * 0.25
    const points: Point[] = Array.from({ length: count }, (_, at) => {
      value = Math.min(0.95, Math.max(0.06, value + dice.between(-0.075, 0.06)))
      return [left + (at / (count - 1)) * (right - left), bottom - value * (bottom - top)] as const
    })
    canvas.polygon([...points, [right, bottom], [left, bottom]], mix(color, PAPER, 0.85 - series * 0.1))
    canvas.line(points, 6, color)
    canvas.circle(points.at(-1)![0], points.at(-1)![1], 9, color)
  }
  canvas.rect(left, bottom, right - left, 3, INK)
}

function pie(canvas: Canvas, dice: Dice): void {
  const { width, height } = canvas
  canvas.gradient([PAPER, PAPER])
  const [x, y, radius] = [width * 0.36, height * 0.52, height * 0.38]
  const shares = Array.from({ length: 6 }, () => dice.between(0.4, 2.4))
  const sum = shares.reduce((a, b) => a + b, 0)
  let from = -1.57
  for (const [at, share] of shares.entries()) {
    const to = from + (share / sum) * Math.PI * 2
    const start = from
    const arc: Point[] = Array.from({ length: 41 }, (_, step) => {
      const angle = start + ((to - start) * step) / 40
      return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius] as const
    })
    canvas.polygon([[x, y], ...arc], COLORS[at]!)
    canvas.line([[x, y], arc[0]!], 4, PAPER)
    canvas.rect(width * 0.7, height * (0.26 + at * 0.09), 26, 26, COLORS[at]!)
    canvas.rect(width * 0.7 + 40, height * (0.26 + at * 0.09) + 8, 60 + (share / sum) * 340, 10, 0xa9afb5)
    from = to
  }
  canvas.circle(x, y, radius * 0.45, PAPER)
  canvas.rect(width * 0.06, height * 0.05, width * 0.34, 16, INK)
}

export const charts = { 'chart-bars': bars, 'chart-line': curve, 'chart-pie': pie }
