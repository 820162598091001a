import { expect, test } from 'bun:test'
import { maxZoom, middleCrop, moveCrop, zoomCrop, zoomOf } from './crop.ts'

const LYING = { width: 800, height: 400 }

test('a crop starts as the largest square in the middle', () => {
  expect(middleCrop(LYING)).toEqual({ x: 200, y: 0, side: 400 })
  expect(middleCrop({ width: 30, height: 90 })).toEqual({ x: 0, y: 30, side: 30 })
})

test('a crop moved past the edge stays inside the picture', () => {
  expect(moveCrop(LYING, middleCrop(LYING), 50, 50)).toEqual({ x: 250, y: 0, side: 400 })
  expect(moveCrop(LYING, middleCrop(LYING), 900, -900)).toEqual({ x: 400, y: 0, side: 400 })
  expect(moveCrop(LYING, middleCrop(LYING), -900, 900)).toEqual({ x: 0, y: 0, side: 400 })
})

test('zooming keeps the centre of the crop, except at the edge of the picture', () => {
  const near = zoomCrop(LYING, middleCrop(LYING), 2)
  expect(near).toEqual({ x: 300, y: 100, side: 200 })
  expect(zoomOf(LYING, near)).toBe(2)
  expect(zoomCrop(LYING, moveCrop(LYING, near, 900, 900), 1)).toEqual({ x: 400, y: 0, side: 400 })
})

test('zoom is limited to at least 1 and a minimum number of pixels', () => {
  expect(maxZoom(LYING)).toBe(6.25)
  expect(zoomCrop(LYING, middleCrop(LYING), 50).side).toBe(64)
  expect(zoomCrop(LYING, middleCrop(LYING), 0.1).side).toBe(400)
  expect(maxZoom({ width: 10, height: 20 })).toBe(1)
  expect(maxZoom({ width: 8_000, height: 6_000 })).toBe(8)
})
