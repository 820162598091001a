import { join } from 'node:path'
import { repositoryPath } from './check-imports.ts'

const EXCUSED = new Set([
  // Only code that the build inserts for browsers imports this function.
  'shared/texts.ts: withTexts',
  // The package of the SDK exports `WatekError` and `createClient`.
  'server/sdk/runtime.ts: WatekError',
  'server/sdk/runtime.ts: createClient',
])

/** Readers of forum programs are loaded by the name of their folder, so no import statement names them. */
const LOADED_BY_NAME = /^server\/features\/import\/sources\/\w+\/reader\.ts: /

const EXPORT = /^export (?:async )?(?:function\*?|const|let|class|type|interface) ([\w$]+)/gm
const NAMED_IMPORT = /^(?:import|export) (?:type )?(?:[\w$]+, )?(\{[^}]*\}|\*)(?: as [\w$]+)? from '([^']+)'/gm
const WHOLE_IMPORT = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"`]([^'"`]+)['"`]/g
const ALL = '*'

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const SUPPORTS_TESTS = /\/testing\/|^(server\/test|e2e|bench)\//

function importsOf(file: string, source: string): [from: string, name: string][] {
  const found: [string, string][] = []
  const add = (specifier: string, names: string[]) => {
    const from = repositoryPath(file, specifier)
    if (from !== null) for (const name of names) found.push([from, name])
  }
  for (const [, names, specifier] of source.matchAll(NAMED_IMPORT)) {
    const list = names === ALL ? [ALL] : names!.slice(1, -1).split(',')
    add(
      specifier!,
      list.map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, ''),
      ),
    )
  }
  for (const [, specifier] of source.matchAll(WHOLE_IMPORT)) add(specifier!, [ALL])
  return found
}

/** Reports each export that no other file imports, and each that only tests use. */
export function deadExports(sources: ReadonlyMap<string, string>): string[] {
  const importers = new Map<string, string[]>()
  for (const [file, source] of sources) {
    for (const [from, name] of importsOf(file, source)) {
      const key = `${from}: ${name}`
      const known = importers.get(key)
      if (known) known.push(file)
      else importers.set(key, [file])
    }
  }
  const found: string[] = []
  for (const [file, source] of sources) {
    for (const [, name] of source.matchAll(EXPORT)) {
      const key = `${file}: ${name}`
      if (EXCUSED.has(key) || LOADED_BY_NAME.test(key)) continue
      const users = [...(importers.get(key) ?? []), ...(importers.get(`${file}: ${ALL}`) ?? [])]
      if (users.length === 0) found.push(`${key} is exported and imported by no file`)
      else if (!SUPPORTS_TESTS.test(file) && users.every(isTest) && !isUsedInside(source, name!))
        found.push(`${key} is used by tests alone`)
    }
  }
  return found.sort()
}

const isUsedInside = (source: string, name: string) =>
  source.split(new RegExp(`(?<![\\w$])${RegExp.escape(name)}(?![\\w$])`)).length > 2

export async function checkExports(root: string): Promise<string[]> {
  const sources = new Map<string, string>()
  for await (const file of new Bun.Glob('{shared,site,server,admin-desktop,e2e,bench}/**/*.{ts,tsx}').scan(root)) {
    if (!/(^|\/)(node_modules|dist|out)\//.test(file)) sources.set(file, await Bun.file(join(root, file)).text())
  }
  return deadExports(sources)
}
