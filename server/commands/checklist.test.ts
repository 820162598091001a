import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { generateChecklist, namedTests, renderChecklist } from './checklist.ts'
import { ROOT } from './console.ts'

test('docs/checklist.md is what `bun run checklist` writes', async () => {
  expect(await Bun.file(join(ROOT, 'docs/checklist.md')).text()).toBe(await generateChecklist())
})

test('a name that begins with ids is found with its text, however the call is laid out', () => {
  const source = [
    "'LAY-6 above 99 it shows 99+', () => {}",
    "\n  'LAY-5,6 VOTE-1 has %s, the server\\'s', () => {}",
    "'of a row LAY-6', () => {}",
  ]
    .map((args) => `test(${args})\n`)
    .join('')
  expect(namedTests('a.test.ts', source)).toEqual([
    { file: 'a.test.ts', name: 'above 99 it shows 99+', ids: ['LAY-6'] },
    { file: 'a.test.ts', name: "has %s, the server's", ids: ['LAY-5', 'LAY-6', 'VOTE-1'] },
  ])
})

const list = `# Checklist

## LAY: layout
- [ ] LAY-1 Sticky.
- [x] LAY-2 A logo (of the site). (by eye: on a phone)
- [x] LAY-3 A box. (proof: b.test.ts 'was there (once)')
- [x] LAY-4 A menu. (proof: b.test.ts 'was there'; by eye: dark)
`

test('a row is ticked by its tests or by a note, and a row without either is not', () => {
  const tests = [
    { file: 'a.test.ts', name: 'stays', ids: ['LAY-1'] },
    { file: 'a.test.ts', name: 'leads', ids: ['LAY-1'] },
    { file: 'a.test.ts', name: 'opens', ids: ['LAY-4'] },
  ]
  const rendered = renderChecklist(list, tests)
  expect(rendered).toBe(`# Checklist

## LAY: layout
- [x] LAY-1 Sticky. (proof: a.test.ts 'stays'; 'leads')
- [x] LAY-2 A logo (of the site). (by eye: on a phone)
- [ ] LAY-3 A box.
- [x] LAY-4 A menu. (proof: a.test.ts 'opens'; by eye: dark)
`)
  expect(renderChecklist(rendered, tests)).toBe(rendered)
})

test('a test that names a row which does not exist is refused', () => {
  expect(() => renderChecklist(list, [{ file: 'a.test.ts', name: 'x', ids: ['LAY-9'] }])).toThrow('has no row LAY-9')
})
