import { expect, test } from 'bun:test'
import { commentLines, maxComments, tooLarge } from './check-size.ts'

const source = [
  '/** Of a function,', ' * in two lines. */', "const url = 'https://x' // not a line of its own", 'const text = `', '// of a text', '`',
  'const pattern = /"[/*]/', '// alone',
].join('\n')

test('a comment line holds nothing but a comment; texts and patterns are none', () => {
  expect(commentLines('server/x.ts', source)).toBe(3)
  expect(commentLines('shared/x.css', '/* one */\na { b: c } /* none */')).toBe(1)
  expect(commentLines('drizzle/0001_functions.sql', '-- one\nSELECT 1; -- none\n/* two\nthree */')).toBe(3)
})

test('comments of tests are not counted', () => {
  expect(['server/x.test.ts', 'e2e/x.ts', 'server/test/x.ts', 'server/media/testing/x.ts'].map((file) => commentLines(file, source))).toEqual([0, 0, 0, 0])
})

test('a folder larger than the features and too many comments are reported', () => {
  const most = maxComments(1_000)
  expect(tooLarge({ rooms: [['features', 100], ['db', 99]], comments: most, lines: 1_000 })).toEqual([])
  expect(tooLarge({ rooms: [['db', 101], ['features', 100]], comments: most + 1, lines: 1_000 })).toEqual([
    'server/db has 101 lines, server/features 100', `${most + 1} lines of comments outside tests, ${most} are allowed`,
  ])
})
