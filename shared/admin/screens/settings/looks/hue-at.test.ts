import { expect, test } from 'bun:test'
import { hueAt } from './hue-at.ts'

test.each([
  [0, -10, 0],
  [10, 0, 90],
  [0, 10, 180],
  [-10, 0, 270],
  [-0.01, -10, 0],
])('RUN-4 the point %d right and %d down of the centre of the colour wheel has the hue %d', (right, down, hue) => {
  expect(hueAt(right, down)).toBe(hue)
})
