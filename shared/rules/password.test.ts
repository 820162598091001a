import { expect, test } from 'bun:test'
import { passwordStrength } from './password.ts'

test('an empty password scores 0 and breaks every rule', () => {
  expect(passwordStrength('')).toEqual({ score: 0, missing: ['length', 'upper', 'lower', 'digit'] })
})

test('REG-6,8 PWD-5,6 each fulfilled password rule is worth 25 points', () => {
  expect(passwordStrength('a')).toEqual({ score: 25, missing: ['length', 'upper', 'digit'] })
  expect(passwordStrength('aB')).toEqual({ score: 50, missing: ['length', 'digit'] })
  expect(passwordStrength('aB1')).toEqual({ score: 75, missing: ['length'] })
  expect(passwordStrength('aB1aB1aB')).toEqual({ score: 100, missing: [] })
})

test('REG-6 seven characters are too few for a password, eight are enough', () => {
  expect(passwordStrength('Abcdef1').missing).toEqual(['length'])
  expect(passwordStrength('Abcdefg1').missing).toEqual([])
})

test('Polish and other letters count as upper and lower case in a password', () => {
  expect(passwordStrength('ŻÓŁĆżółć1').missing).toEqual([])
  expect(passwordStrength('żółćżółć1').missing).toEqual(['upper'])
  expect(passwordStrength('ПРИВЕТ123').missing).toEqual(['lower'])
})

test('only 0 to 9 count as digits in a password', () => {
  expect(passwordStrength('Abcdefg٣').missing).toEqual(['digit'])
})
