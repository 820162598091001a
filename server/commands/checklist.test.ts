import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { generateChecklist, namedTests, renderChecklist, renderProofs } from './checklist.ts'
import { ROOT } from './console.ts'

test('docs/checklist.md is what `bun run checklist` writes', async () => {
  expect(await Bun.file(join(ROOT, 'docs/checklist.md')).text()).toBe(await generateChecklist())
})

test('a test name is found with its checklist ids, however the call is formatted', () => {
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
- [x] LAY-3 A box.
- [x] LAY-4 A menu. (by eye: dark)

## A11Y: access
- [ ] A11Y-1 A table.
`

const tests = [
  { file: 'a.test.ts', name: 'stays', ids: ['LAY-1'] },
  { file: 'b.test.ts', name: 'leads', ids: ['LAY-1'] },
  { file: 'a.test.ts', name: 'opens', ids: ['LAY-4'] },
  { file: 'a.test.ts', name: 'is whole', ids: ['A11Y-1'] },
]

test('a checklist row is ticked if it has a test or a note', () => {
  const rendered = renderChecklist(list, tests)
  expect(rendered).toBe(`# Checklist

## LAY: layout
- [x] LAY-1 Sticky.
- [x] LAY-2 A logo (of the site). (by eye: on a phone)
- [ ] LAY-3 A box.
- [x] LAY-4 A menu. (by eye: dark)

## A11Y: access
- [x] A11Y-1 A table.
`)
  expect(renderChecklist(rendered, tests)).toBe(rendered)
})

test('the proofs of a checklist row are its tests with their files, and its note', () => {
  expect(renderProofs(list, tests, 'LAY-1')).toEqual(['LAY-1 Sticky.', '    a.test.ts: stays', '    b.test.ts: leads'])
  expect(renderProofs(list, tests, 'LAY')).toEqual([
    'LAY-1 Sticky.',
    '    a.test.ts: stays',
    '    b.test.ts: leads',
    'LAY-2 A logo (of the site).',
    '    by eye: on a phone',
    'LAY-3 A box.',
    'LAY-4 A menu.',
    '    a.test.ts: opens',
    '    by eye: dark',
  ])
  expect(renderProofs(list, tests).slice(-2)).toEqual(['A11Y-1 A table.', '    a.test.ts: is whole'])
})

test('a test name with a checklist id that does not exist is refused', () => {
  expect(() => renderChecklist(list, [{ file: 'a.test.ts', name: 'x', ids: ['LAY-9'] }])).toThrow('has no row LAY-9')
})
