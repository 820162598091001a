import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..')
const ENTRY = join(ROOT, 'site/entry-client.tsx')
/** The build replaces the schemas in this file by methods and paths, so no module of a schema is loaded. */
const CONTRACT = join(ROOT, 'shared/api/public.ts')

const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }

const fileOf = (specifier: string, from: string): string | null =>
  specifier.startsWith('#')
    ? join(ROOT, specifier.slice(1))
    : specifier.startsWith('.')
      ? resolve(dirname(from), specifier)
      : null

/** Returns what the first view loads with the entry file, each with the file that imports it. */
async function loadedWith(entry: string): Promise<Map<string, string>> {
  const found = new Map([[entry, '']])
  for (const file of found.keys()) {
    if (file === CONTRACT || !/\.tsx?$/.test(file) || !existsSync(file)) continue
    const { imports } = transpilers[file.endsWith('x') ? 'tsx' : 'ts'].scan(await Bun.file(file).text())
    for (const { path, kind } of imports) {
      const target = fileOf(path, file) ?? path
      if (kind === 'import-statement' && !found.has(target)) found.set(target, file)
    }
  }
  return found
}

test('the first view loads neither schemas nor valibot', async () => {
  const loaded = await loadedWith(ENTRY)
  expect(loaded.size).toBeGreaterThan(100)
  expect(loaded.has(CONTRACT)).toBe(true)
  expect([loaded.get('valibot')?.slice(ROOT.length), loaded.get(join(ROOT, 'shared/api/fields.ts'))]).toEqual([
    undefined,
    undefined,
  ])
})
