import { expect, test } from 'bun:test'
import { isStrayPress } from './double-press.ts'

const control = (isOnce = false) => ({ hasAttribute: () => isOnce }) as unknown as Element
const press = (pressed: Element | null, clicks = 1, x = 100) => ({ control: pressed, x, y: 100, clicks })
const join = control(true)
const arrow = control()

test('the second press of a double click does not press a control that the first put under the pointer', () => {
  expect(isStrayPress(press(join), press(arrow, 2, 103))).toBe(true)
})

test('a switch with data-once is not switched back by the second press', () => {
  expect(isStrayPress(press(join), press(join, 2))).toBe(true)
})

test('the same control may be pressed several times in quick succession', () => {
  expect(isStrayPress(press(arrow), press(arrow, 2))).toBe(false)
})

test('a press counts that is alone, elsewhere, or after a press on nothing', () => {
  expect(isStrayPress(press(join), press(arrow))).toBe(false)
  expect(isStrayPress(press(join), press(arrow, 2, 111))).toBe(false)
  expect(isStrayPress(press(null), press(arrow, 2))).toBe(false)
})
