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
  ].map((args) => `test(${args})\n`).join('')
  expect(namedTests('a.test.ts', source)).toEqual([
    { file: 'a.test.ts', name: 'above 99 it shows 99+', ids: ['LAY-6'] },
    { file: 'a.test.ts', name: "has %s, the server's", ids: ['LAY-5', 'LAY-6', 'VOTE-1'] },
  ])
})

const area = { id: 'LAY', title: 'layout', rows: { 'LAY-1': 'Sticky.', 'LAY-2': 'A logo.', 'LAY-3': 'A box.' } }

test('a row is ticked by its tests or by a note, and a row without either is not', () => {
  const tests = [{ file: 'a.test.ts', name: 'stays', ids: ['LAY-1'] }, { file: 'a.test.ts', name: 'leads', ids: ['LAY-1'] }]
  expect(renderChecklist({ areas: [area], by_eye: { 'LAY-2': 'on a phone' } }, tests)).toEndWith(`
## LAY: layout
- [x] LAY-1 Sticky. (proof: a.test.ts 'stays'; 'leads')
- [x] LAY-2 A logo. (by eye: on a phone)
- [ ] LAY-3 A box.
`)
})

test('a test that names a row which does not exist is refused', () => {
  expect(() => renderChecklist({ areas: [area], by_eye: {} }, [{ file: 'a.test.ts', name: 'x', ids: ['LAY-9'] }])).toThrow('has no row LAY-9')
})
