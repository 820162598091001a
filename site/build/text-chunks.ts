import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const TEXTS_MODULE = '#shared/texts.ts'
const ENTRY = 'site/entry-client.tsx'
const IMPORT = /\bimport\(\s*'([^']+)'\s*\)/g
const STATIC_IMPORT = /^(?:import|export)\s(?!type\s)(?:[^'"();]*?\sfrom\s)?\s*'([^']+)'/gm
const USE = /\b(?:useTexts\(|textsFor\(\s*[\w.]+,)\s*'(\w+)'/g

/** A file that lists the texts used by each page; read by server/ssr/assets.ts. */
const TEXTS_MANIFEST = '.vite/texts.json'

/** Returns the file name of each feature's texts, which is the same for both languages. */
function textFiles(): Record<string, string> {
  const source = readFileSync(join(ROOT, 'shared/i18n/features.ts'), 'utf8')
  return Object.fromEntries(
    [...source.matchAll(/^ {2}(\w+): \{\s*pl: \(\) => import\('\.\/pl\/([\w-]+\.ts)'\)/gm)].map(([, name, file]) => [
      name,
      file,
    ]),
  )
}

function resolve(importer: string, specifier: string): string | null {
  const path = specifier.startsWith('.')
    ? join(dirname(importer), specifier)
    : specifier.startsWith('#')
      ? join(ROOT, specifier.slice(1))
      : null
  return path !== null && /\.tsx?$/.test(path) && existsSync(path) ? path : null
}

export function textsUsedBy(module: string): string[] {
  const names = new Set<string>()
  const seen = new Set([module])
  for (const file of seen) {
    const source = readFileSync(file, 'utf8')
    for (const [, name] of source.matchAll(USE)) names.add(name!)
    for (const [, specifier] of source.matchAll(STATIC_IMPORT)) {
      const imported = resolve(file, specifier!)
      if (imported) seen.add(imported)
    }
  }
  return [...names].sort()
}

/** Each dynamic `import()` also loads the texts that the imported code uses, in the reader's language. */
export function textChunks(): Plugin {
  const files = textFiles()
  let isServing = false
  // In development every import loads all texts, because an edit may add texts to a module at any time.
  const usedBy = (file: string) => {
    if (file.includes('/shared/i18n/')) return []
    return isServing ? Object.keys(files) : textsUsedBy(file)
  }
  return {
    name: 'text-chunks',
    enforce: 'pre',
    configResolved(config) {
      isServing = config.command === 'serve'
    },
    buildStart() {
      const early = textsUsedBy(join(ROOT, ENTRY))
      if (early.length > 0)
        this.error(`Code of every page uses ${early.join(', ')}: such texts belong into the catalog`)
    },
    load(id) {
      if (isServing || !/\/shared\/i18n\/(?:pl|en)\/features\.ts$/.test(id)) return
      const loaders = Object.entries(files).map(([name, file]) => `${name}: () => import('./${file}')`)
      return `export const features = { ${loaders.join(', ')} }`
    },
    transform(code, id) {
      const file = id.split('?', 1)[0]!
      if (!/\.tsx?$/.test(file) || file.includes('node_modules') || file.includes('/shared/i18n/')) return
      let isChanged = false
      const changed = code.replace(IMPORT, (call, specifier: string, at: number) => {
        const imported = code.slice(0, at).endsWith('typeof ') ? null : resolve(file, specifier)
        const names = imported ? usedBy(imported) : []
        if (names.length === 0) return call
        isChanged = true
        return `__withTexts(${[call, ...names.map((name) => `'${name}'`)].join(', ')})`
      })
      if (!isChanged) return
      return { code: `import { withTexts as __withTexts } from '${TEXTS_MODULE}'\n${changed}`, map: null }
    },
    generateBundle(_, bundle) {
      const pages = Object.values(bundle)
        .flatMap((chunk) => (chunk.type === 'chunk' && chunk.facadeModuleId ? [chunk.facadeModuleId] : []))
        .filter((module) => module.startsWith(ROOT) && module.endsWith('.tsx'))
      const manifest = Object.fromEntries(
        pages.map((page) => [relative(ROOT, page), textsUsedBy(page).map((name) => files[name])]),
      )
      this.emitFile({ type: 'asset', fileName: TEXTS_MANIFEST, source: JSON.stringify(manifest) })
    },
  }
}
