import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '../..')
const rows = readFileSync(join(ROOT, 'docs/checklist.md'), 'utf8').split('\n').filter((line) => /^- \[[x ]\] /.test(line))
const ticked = rows.filter((row) => row.startsWith('- [x] '))

/** The proofs of a row as it names them: `file 'test'; 'another of that file'; other-file 'test'`. */
function proofsOf(row: string): { id: string, file: string, name: string }[] {
  const id = row.split(' ', 4)[2]!
  const named = / \(proof: (.*)\)$/.exec(row)?.[1] ?? ''
  let file = ''
  return named.split(/(?<='); (?=['a-z])/).map((proof) => {
    const [, path, name] = /^(?:(\S+\.tsx?) )?'(.*)'$/.exec(proof) ?? []
    file = path ?? file
    return { id, file, name: name ?? '' }
  })
}

const isThere = ({ file, name }: { file: string, name: string }) => {
  if (name === '' || !/\.test\.tsx?$/.test(file) || !existsSync(join(ROOT, file))) return false
  const text = readFileSync(join(ROOT, file), 'utf8')
  return text.includes(name) || text.includes(name.replaceAll("'", "\\'"))
}

test('every row is named once', () => {
  const ids = rows.map((row) => /^- \[[x ]\] ([A-Z]+-\d+) /.exec(row)?.[1])
  expect(ids.length).toBeGreaterThan(400)
  expect(ids).not.toContain(undefined)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

test('every ticked row of the checklist names tests that are there', () => {
  expect(ticked.flatMap(proofsOf).filter((proof) => !isThere(proof))).toEqual([])
})
