import { afterEach, expect, test } from 'bun:test'
import { recordPieces, type Piece } from './recording.ts'

const original = globalThis.MediaRecorder

afterEach(() => {
  globalThis.MediaRecorder = original
})

/** Emits what a test passes to `emit`, in place of a browser's recorder. */
function fakeRecorder() {
  const recorders: FakeRecorder[] = []
  class FakeRecorder {
    static isTypeSupported = () => true
    state = 'inactive'
    ondataavailable: ((event: { data: Blob }) => void) | null = null
    constructor() {
      recorders.push(this)
    }
    start(): void {
      this.state = 'recording'
    }
    stop(): void {
      this.state = 'inactive'
    }
  }
  globalThis.MediaRecorder = FakeRecorder as unknown as typeof MediaRecorder
  const emit = (bytes: string) =>
    recorders.at(-1)!.ondataavailable?.({ data: new Blob([bytes], { type: 'video/webm' }) })
  return { emit }
}

test('a piece of few bytes is sent together with the next one', async () => {
  const { emit } = fakeRecorder()
  const pieces: Piece[] = []
  const recording = recordPieces({} as MediaStream, (piece) => pieces.push(piece))
  emit('h')
  emit('ead')
  expect(pieces).toEqual([])
  emit('a'.repeat(5_000))
  emit('b'.repeat(5_000))
  expect(await Promise.all(pieces.map(({ blob }) => blob.text()))).toEqual([
    `head${'a'.repeat(5_000)}`,
    'b'.repeat(5_000),
  ])
  expect(pieces.map(({ isFirst, blob }) => [isFirst, blob.type])).toEqual([
    [true, 'video/webm'],
    [false, 'video/webm'],
  ])

  emit('the end of the first recording')
  recording.restart()
  emit('c'.repeat(5_000))
  expect(pieces.at(-1)!.isFirst).toBe(true)
  expect(await pieces.at(-1)!.blob.text()).toBe('c'.repeat(5_000))
})
