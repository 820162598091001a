import { expect, test } from 'bun:test'
import { deadExports } from './check-exports.ts'

const found = (files: Record<string, string>) => deadExports(new Map(Object.entries(files)))

test('an unused export of a constant, type, function or class is reported', () => {
  const source = 'export const a = 1\nexport type B = a\nexport async function c() {}\nexport class D {}\n'
  expect(found({ 'shared/x.ts': source })).toEqual(
    ['B', 'D', 'a', 'c'].map((name) => `shared/x.ts: ${name} is exported and imported by no file`),
  )
})

test.each([
  "import { a, type B } from './x.ts'\n",
  "import type { B, a as other } from '#shared/x.ts'\n",
  "export { a, B } from '#shared/x.ts'\n",
  "export * from './x.ts'\n",
  "import * as all from './x.ts'\n",
  "const { a, B } = await import('./x.ts')\n",
])('an export counts as used by the import %j', (source) => {
  expect(found({ 'shared/x.ts': 'export const a = 1\nexport type B = 1\n', 'shared/y.ts': source })).toEqual([])
})

test('an export used only by tests is reported unless its own file uses it', () => {
  const files = { 'shared/x.test.ts': "import { a, b } from './x.ts'\n" }
  expect(found({ ...files, 'shared/x.ts': 'export const a = 1\nexport const b = a\n' })).toEqual([
    'shared/x.ts: b is used by tests alone',
  ])
})
