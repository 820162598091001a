import { expect, test } from 'bun:test'
import { catalog } from '#shared/i18n/index.ts'
import { fileProblem } from './file-problem.ts'

const t = catalog('pl').uploads
const MAX = 52_428_800

test('a picture or video of at most 50 MB is accepted', () => {
  expect(fileProblem('image', { type: 'image/png', size: MAX }, t)).toBeNull()
  expect(fileProblem('video', { type: 'video/mp4', size: MAX }, t)).toBeNull()
})

test('a file without a type is accepted, because the server checks it', () => {
  expect(fileProblem('video', { type: '', size: 1 }, t)).toBeNull()
})

test('a video chosen as picture, or a text file chosen as video, is refused', () => {
  expect(fileProblem('image', { type: 'video/mp4', size: 1 }, t)).toBe('Wybierz plik obrazu')
  expect(fileProblem('video', { type: 'text/plain', size: 1 }, t)).toBe('Wybierz plik wideo')
})

test('a file over 50 MB is refused', () => {
  expect(fileProblem('image', { type: 'image/png', size: MAX + 1 }, t)).toBe(
    'Plik obrazu jest za duży. Maksymalnie 50 MB',
  )
  expect(fileProblem('video', { type: 'video/webm', size: MAX + 1 }, t)).toBe(
    'Plik wideo jest za duży. Maksymalnie 50 MB',
  )
})
