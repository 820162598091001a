import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, main, ROOT, print } from './console.ts'

type NamedTest = { file: string; name: string; ids: string[] }

const LIST = join(ROOT, 'docs/checklist.md')
const ROW = /^- \[[ x]\] ([A-Z][A-Z0-9]+-\d+) (.*?)(?: \((by eye: .*)\))?$/

/** The name of a test is the first argument of a call. */
export function namedTests(file: string, source: string): NamedTest[] {
  return [...source.matchAll(/\(\s*(['"`])((?:[A-Z][A-Z0-9]+-\d+(?:,\d+)* )+)((?:\\.|(?!\1)[^\\])*)\1/g)].map(
    ([, , ids, name]) => ({
      file,
      name: name!.replace(/\\(.)/g, '$1'),
      ids: ids!.trim().split(' ').flatMap(expandIds),
    }),
  )
}

/** Expands 'LAY-5,6' to LAY-5 and LAY-6. */
function expandIds(group: string): string[] {
  const [area, numbers] = group.split('-') as [string, string]
  return numbers.split(',').map((number) => `${area}-${number}`)
}

/** Ticks the rows that test names refer to; a row with the note `(by eye: ...)` needs no test. */
export function renderChecklist(list: string, tests: NamedTest[]): string {
  const proved = new Set(tests.flatMap(({ ids }) => ids))
  const known = new Set<string>()
  const lines = list.split('\n').map((line) => {
    const [, id, row, note] = ROW.exec(line) ?? []
    if (!id) return line
    known.add(id)
    return `- [${proved.has(id) || note ? 'x' : ' '}] ${id} ${row}${note ? ` (${note})` : ''}`
  })
  const unknown = [...proved].filter((id) => !known.has(id))
  if (unknown.length > 0) throw new CommandError(`docs/checklist.md has no row ${unknown.join(', ')}.`)
  return lines.join('\n')
}

/** `about` is an area ('LAY'), a row ('LAY-6') or undefined for all rows. */
export function renderProofs(list: string, tests: NamedTest[], about?: string): string[] {
  return list.split('\n').flatMap((line) => {
    const [, id, row, note] = ROW.exec(line) ?? []
    if (!id || (about && id !== about && id.split('-')[0] !== about)) return []
    const proofs = tests.filter(({ ids }) => ids.includes(id)).map(({ file, name }) => `${file}: ${name}`)
    return [`${id} ${row}`, ...[...proofs, ...(note ? [note] : [])].map((proof) => `    ${proof}`)]
  })
}

async function readTests(root: string): Promise<NamedTest[]> {
  const files = await Array.fromAsync(
    new Bun.Glob('{shared,server,site,admin-desktop,e2e,bench}/**/*.test.{ts,tsx}').scan(root),
  )
  const tests: NamedTest[] = []
  for (const file of files.sort()) {
    if (!file.includes('/node_modules/')) tests.push(...namedTests(file, await Bun.file(join(root, file)).text()))
  }
  return tests
}

export async function generateChecklist(root = ROOT): Promise<string> {
  return renderChecklist(await Bun.file(LIST).text(), await readTests(root))
}

if (import.meta.main) {
  await main(async () => {
    const { values, positionals } = parseArgs({ options: { proofs: { type: 'boolean' } }, allowPositionals: true })
    if (values.proofs) {
      const lines = renderProofs(await Bun.file(LIST).text(), await readTests(ROOT), positionals[0])
      if (lines.length === 0) throw new CommandError(`docs/checklist.md has no row ${positionals[0]}.`)
      return lines.forEach(print)
    }
    await Bun.write(LIST, await generateChecklist())
    print('Wrote docs/checklist.md.')
  })
}
