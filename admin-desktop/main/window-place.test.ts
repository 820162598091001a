import { expect, test } from 'bun:test'
import { placeOnScreens } from './window-place.ts'

const left = { x: 0, y: 0, width: 1920, height: 1040 }
const right = { x: 1920, y: 0, width: 2560, height: 1400 }
const at = (x: number, y: number, width = 1000, height = 700, is_maximized = false) => ({
  x,
  y,
  width,
  height,
  is_maximized,
})

test('a window first opens in the centre of the first screen', () => {
  expect(placeOnScreens(null, [left, right])).toEqual(at(340, 90, 1240, 860))
})

test('DESK-5 a window opens where it was left, on the second screen too', () => {
  expect(placeOnScreens(at(2400, 100), [left, right])).toEqual(at(2400, 100))
})

test('a window whose screen was removed opens on an existing one and stays maximized', () => {
  expect(placeOnScreens(at(2400, 100, 1000, 700, true), [left])).toEqual(at(340, 90, 1240, 860, true))
})

test('a window outside of all screens is moved back into view', () => {
  expect(placeOnScreens(at(1900, 100), [left])).toEqual(at(340, 90, 1240, 860))
  expect(placeOnScreens(at(100, -600), [left])).toEqual(at(340, 90, 1240, 860))
})

test('a window is never larger than its screen nor smaller than the minimum size', () => {
  expect(placeOnScreens(at(0, 0, 9000, 9000), [left])).toEqual(at(0, 0, 1920, 1040))
  expect(placeOnScreens(at(0, 0, 100, 100), [left])).toEqual(at(0, 0, 720, 520))
})
