import { describe, expect, test } from 'bun:test'
import { pick } from '#server/db/seed/random.ts'
import { boundaryOf, BrokenForm, createFormReader } from './multipart.ts'

const part = (head: string, content: string) => `--limit\r\n${head}\r\n\r\n${content}\r\n`
const fileHead = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png'
const form = (...parts: string[]) => `${parts.join('')}--limit--\r\n`

function readPieces(pieces: Buffer[], boundary = 'limit') {
  const reader = createFormReader(boundary, 'file')
  // Copies each chunk, because the caller may reuse the buffer.
  const found = pieces.flatMap((piece) => reader.read(piece).map((bytes) => Buffer.from(bytes)))
  return { file: Buffer.concat(found).toString('latin1'), isOver: reader.isOver() }
}

const readWhole = (text: string) => readPieces([Buffer.from(text, 'latin1')])

/** Splits a text into two chunks at every position, and into chunks of every size up to 40. */
function everyCut(text: string): Buffer[][] {
  const bytes = Buffer.from(text, 'latin1')
  const inTwo = Array.from({ length: bytes.length + 1 }, (_, at) => [bytes.subarray(0, at), bytes.subarray(at)])
  const inMany = Array.from({ length: 40 }, (_, size) =>
    Array.from({ length: Math.ceil(bytes.length / (size + 1)) }, (__, at) =>
      bytes.subarray(at * (size + 1), (at + 1) * (size + 1)),
    ),
  )
  return [...inTwo, ...inMany]
}

describe('reading the file of a multipart form', () => {
  const LOOKALIKE = 'a\r\n--limi\r\n--\r\n\r\r\n-\r\n--lim\r\nit--limit\r\n\n--limit'

  test.each([
    ['is read', form(part(fileHead, 'content')), 'content'],
    ['is read where its content looks like a boundary', form(part(fileHead, LOOKALIKE)), LOOKALIKE],
    ['may be empty', form(part(fileHead, '')), ''],
    ['may be of line ends alone', form(part(fileHead, '\r\n\r\n')), '\r\n\r\n'],
    [
      'is found behind other fields',
      form(part('Content-Disposition: form-data; name="note"', 'file'), part(fileHead, 'content')),
      'content',
    ],
    ['is the first of that name', form(part(fileHead, 'one'), part(fileHead, 'two')), 'one'],
    [
      'is found behind a preamble and before an epilogue',
      `hello\r\n${form(part(fileHead, 'content'))}bye\r\n--limit\r\n`,
      'content',
    ],
    [
      'is found where its boundary has spaces behind it',
      form(part(fileHead, 'content')).replace('--limit\r\n', '--limit \t\r\n'),
      'content',
    ],
    ['is found where another has no head', `--limit\r\n\r\nnothing\r\n${form(part(fileHead, 'content'))}`, 'content'],
    ['is not one whose name only ends so', form(part(fileHead.replace('"file"', '"profile"'), 'content')), ''],
    [
      'is not one of that file name',
      form(part('Content-Disposition: form-data; name="x"; filename="; name=file"', 'content')),
      '',
    ],
    [
      'may have a name without quotes, anywhere in its head',
      form(part('X: y\r\ncontent-disposition:form-data;filename=a;NAME=file', 'content')),
      'content',
    ],
  ])('the file of a multipart form is read: %s, however it is split into chunks', (_, text, content) => {
    const read = everyCut(text).map((pieces) => readPieces(pieces))
    expect(read.filter(({ file, isOver }) => file !== content || !isOver)).toEqual([])
  })

  test("the file in a form that the runtime's own FormData has written is read", async () => {
    const fields = new FormData()
    fields.append('note', 'żółw')
    fields.append('file', new File(['content'], 'za"żółć\r\n.png'))
    const request = new Request('http://x', { method: 'POST', body: fields })
    const boundary = boundaryOf(request.headers.get('content-type')!)
    expect(readPieces([Buffer.from(await request.arrayBuffer())], boundary!)).toEqual({ file: 'content', isOver: true })
  })

  test('the file of a multipart form is complete in 500 random ways of being split', () => {
    const content = Array.from(
      { length: 3_000 },
      (_, at) => ['\r', '\n', '-', '--limi', 'a', '\r\n--'][pick(at, 1, 6)]!,
    ).join('')
    const bytes = Buffer.from(form(part(fileHead, content)), 'latin1')
    const wrong = Array.from({ length: 500 }, (_, run) => run).filter((run) => {
      const cuts = Array.from({ length: 30 }, (__, at) => pick(at, run + 2, bytes.length)).sort((a, b) => a - b)
      const pieces = [0, ...cuts].map((start, at) => bytes.subarray(start, cuts[at] ?? bytes.length))
      return readPieces(pieces).file !== content
    })
    expect(wrong).toEqual([])
  })
})

describe('malformed multipart forms', () => {
  test.each([
    ['ends before its file begins', `--limit\r\n${fileHead}`],
    ['ends in its file', `--limit\r\n${fileHead}\r\n\r\ncont`],
    ['ends in its last boundary', form(part(fileHead, 'content')).slice(0, -4)],
    ['is empty', ''],
  ])('a multipart form that %s is incomplete', (_, text) => {
    expect(readWhole(text).isOver).toBe(false)
  })

  test.each([
    ['a boundary that goes on', part(fileHead, 'content').replace('--limit', '--limitless')],
    ['a boundary whose line does not end', `--limit${' '.repeat(1_000)}`],
    ['a head without an end', `--limit\r\n${'a'.repeat(10_000)}`],
    ['parts without number', part('X: y', 'z').repeat(30)],
  ])('a multipart form is broken by %s', (_, text) => {
    expect(() => readWhole(text)).toThrow(BrokenForm)
    expect(() => readPieces([...Buffer.from(text, 'latin1')].map((byte) => Buffer.from([byte])))).toThrow(BrokenForm)
  })

  test.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data;BOUNDARY="a b"', 'a b'],
    ['multipart/form-data; charset=utf-8; boundary=abc', 'abc'],
    ['multipart/form-data; boundary=', null],
    ['multipart/form-data', null],
    ['multipart/mixed; boundary=abc', null],
    ['application/json', null],
    ['', null],
  ])('a multipart form with the content type %p has the boundary %p', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary)
  })
})
