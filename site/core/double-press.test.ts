import { expect, test } from 'bun:test'
import { isStrayPress } from './double-press.ts'

const control = (isOnce = false) => ({ hasAttribute: () => isOnce }) as unknown as Element
const press = (pressed: Element | null, clicks = 1, x = 100) => ({ control: pressed, x, y: 100, clicks })
const join = control(true)
const arrow = control()

test('the second click of a double-click is ignored on a control that the first click moved there', () => {
  expect(isStrayPress(press(join), press(arrow, 2, 103))).toBe(true)
})

test('the second click of a double-click is ignored on a control with data-once', () => {
  expect(isStrayPress(press(join), press(join, 2))).toBe(true)
})

test('the second click of a double-click on one control counts unless the control has data-once', () => {
  expect(isStrayPress(press(arrow), press(arrow, 2))).toBe(false)
})

test('a click counts if it is the only one, or if the click before it was elsewhere or hit no control', () => {
  expect(isStrayPress(press(join), press(arrow))).toBe(false)
  expect(isStrayPress(press(join), press(arrow, 2, 111))).toBe(false)
  expect(isStrayPress(press(null), press(arrow, 2))).toBe(false)
})
