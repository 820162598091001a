import { join } from 'node:path'
import { CommandError, main, ROOT, print } from './console.ts'

export type NamedTest = { file: string; name: string; ids: string[] }

const LIST = join(ROOT, 'docs/checklist.md')
const ROW = /^- \[[ x]\] ([A-Z]{2,}-\d+) (.*?)(?: \((?:proof: .*?)?(?:(?:; )?by eye: (.*))?\))?$/

/** A name is the first argument of a call. */
export function namedTests(file: string, source: string): NamedTest[] {
  return [...source.matchAll(/\(\s*(['"`])((?:[A-Z]{2,}-\d+(?:,\d+)* )+)((?:\\.|(?!\1)[^\\])*)\1/g)].map(
    ([, , ids, name]) => ({
      file,
      name: name!.replace(/\\(.)/g, '$1'),
      ids: ids!.trim().split(' ').flatMap(expandIds),
    }),
  )
}

/** 'LAY-5,6' is LAY-5 and LAY-6. */
function expandIds(group: string): string[] {
  const [area, numbers] = group.split('-') as [string, string]
  return numbers.split(',').map((number) => `${area}-${number}`)
}

/** The checklist with the ticks and proofs of its rows set by the tests; a row in which `(by eye: ...)` stands needs no test. */
export function renderChecklist(list: string, tests: NamedTest[]): string {
  const known = new Set<string>()
  const lines = list.split('\n').map((line) => {
    const found = ROW.exec(line)
    if (!found) return line
    const [, id, row, note] = found
    known.add(id!)
    return renderRow(
      id!,
      row!,
      tests.filter(({ ids }) => ids.includes(id!)),
      note,
    )
  })
  const unknown = [...new Set(tests.flatMap(({ ids }) => ids))].filter((id) => !known.has(id))
  if (unknown.length > 0) throw new CommandError(`docs/checklist.md has no row ${unknown.join(', ')}.`)
  return lines.join('\n')
}

function renderRow(id: string, row: string, tests: NamedTest[], note: string | undefined): string {
  const proofs = tests.map(({ file, name }, at) => (tests[at - 1]?.file === file ? `'${name}'` : `${file} '${name}'`))
  const all = [...(proofs.length > 0 ? [`proof: ${proofs.join('; ')}`] : []), ...(note ? [`by eye: ${note}`] : [])]
  return `- [${all.length > 0 ? 'x' : ' '}] ${id} ${row}${all.length > 0 ? ` (${all.join('; ')})` : ''}`
}

export async function generateChecklist(root = ROOT): Promise<string> {
  const files = await Array.fromAsync(
    new Bun.Glob('{shared,server,site,admin-desktop,e2e,bench}/**/*.test.{ts,tsx}').scan(root),
  )
  const tests: NamedTest[] = []
  for (const file of files.sort()) {
    if (!file.includes('/node_modules/')) tests.push(...namedTests(file, await Bun.file(join(root, file)).text()))
  }
  return renderChecklist(await Bun.file(LIST).text(), tests)
}

if (import.meta.main) {
  await main(async () => {
    await Bun.write(LIST, await generateChecklist())
    print('Wrote docs/checklist.md.')
  })
}
