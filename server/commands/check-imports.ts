import { join, normalize } from 'node:path'

/** What the files of a folder may import; the first layer whose folder fits counts. */
type Layer = {
  folder: string
  /** Beginnings of repository paths. */
  may: string[]
  packages: string[] | 'all'
  /** The modules of the runtime itself: `bun` has node's as well. */
  runtime: 'none' | 'node' | 'bun'
}

const BROWSER_PACKAGES = ['react', 'react-dom', 'react-router-dom', 'lucide-react', 'valibot', '@tanstack/react-table', 'recharts']

/** The arrows of docs/architecture.md. The linter cannot draw them: it neither resolves a path nor sees a dynamic import. */
const LAYERS: Layer[] = [
  { folder: 'shared/api/', may: ['shared/api/', 'shared/rules/', 'shared/limits.ts'], packages: ['valibot'], runtime: 'none' },
  {
    folder: 'shared/rules/',
    may: ['shared/rules/', 'shared/i18n/plural.ts', 'shared/limits.ts', 'shared/paths.ts'],
    packages: [],
    runtime: 'none',
  },
  {
    folder: 'shared/i18n/',
    may: ['shared/i18n/', 'shared/api/', 'shared/rules/', 'shared/limits.ts'],
    packages: [],
    runtime: 'none',
  },
  { folder: 'shared/ui/', may: ['shared/ui/', 'shared/limits.ts'], packages: ['react', 'react-dom', 'lucide-react'], runtime: 'none' },
  {
    folder: 'shared/admin/',
    may: ['shared/'],
    packages: ['react', 'lucide-react', '@tanstack/react-table', 'recharts'],
    runtime: 'none',
  },
  { folder: 'shared/', may: ['shared/'], packages: BROWSER_PACKAGES, runtime: 'none' },
  { folder: 'site/vite.config.ts', may: ['shared/api/'], packages: 'all', runtime: 'node' },
  { folder: 'site/', may: ['site/', 'shared/'], packages: BROWSER_PACKAGES, runtime: 'none' },
  { folder: 'server/ssr/', may: ['server/', 'site/', 'shared/', 'package.json'], packages: 'all', runtime: 'bun' },
  { folder: 'server/commands/', may: ['server/', 'shared/', 'e2e/browser.ts', 'package.json'], packages: 'all', runtime: 'bun' },
  { folder: 'server/', may: ['server/', 'shared/', 'drizzle/', 'package.json'], packages: 'all', runtime: 'bun' },
  { folder: 'admin-desktop/', may: ['admin-desktop/', 'shared/'], packages: 'all', runtime: 'node' },
]

/** What a feature does by itself, on a request or on its own, is nobody else's. */
const OWN_TO_A_FEATURE = /(^|\/|-)(handlers|jobs)\.ts$/

/**
 * Why a file must not import this, or null where it may. Paths are the repository's.
 * Test files may use any package and the runtime, and from tests in shared/ and site/ still no file of the server.
 */
export function forbiddenImport(file: string, specifier: string): string | null {
  const layer = LAYERS.find(({ folder }) => file.startsWith(folder))
  if (!layer) return null
  const isTest = /\.test\.tsx?$/.test(file)
  const path = repositoryPath(file, specifier)
  if (path === null) return isTest ? null : forbiddenModule(layer, specifier)
  if (!layer.may.some((beginning) => path.startsWith(beginning))) return `${layer.folder} may not import ${path}`
  return isTest ? null : forbiddenBetweenFeatures(file, path)
}

/** Checks every import of every TypeScript file below `root`, of types too; returns a line for each that is forbidden. */
export async function checkImports(root: string): Promise<string[]> {
  const found: string[] = []
  for await (const file of new Bun.Glob('{shared,site,server,admin-desktop}/**/*.{ts,tsx}').scan(root)) {
    if (/(^|\/)(node_modules|dist|out)\//.test(file)) continue
    for (const specifier of importsOf(await Bun.file(join(root, file)).text())) {
      const reason = forbiddenImport(file, specifier)
      if (reason) found.push(`${file}: ${reason}`)
    }
  }
  return found.sort()
}

/** The module names after `from`, `import` and `import(`, however the statement is laid out. */
export function importsOf(source: string): string[] {
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*(['"])([^'"`\n]+)\1/g)].map(([, , specifier]) => specifier!)
}

function repositoryPath(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(file, '..', specifier))
  return /^#(shared|server|site)\//.test(specifier) ? specifier.slice(1) : null
}

function forbiddenModule(layer: Layer, specifier: string): string | null {
  const runtime = /^(bun|node)(:|$)/.exec(specifier)?.[1]
  if (runtime) {
    const isThere = layer.runtime === 'bun' || layer.runtime === runtime
    return isThere ? null : `${layer.folder} may not import ${specifier}: it also runs where there is none`
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  const isKnown = layer.packages === 'all' || layer.packages.includes(name)
  return isKnown ? null : `${layer.folder} may not import the package ${name}`
}

function forbiddenBetweenFeatures(file: string, path: string): string | null {
  const [, own] = /^server\/features\/([^/]+)\//.exec(file) ?? []
  const [, other, name] = /^server\/features\/([^/]+)\/(.+)/.exec(path) ?? []
  if (!own || !other || own === other || !OWN_TO_A_FEATURE.test(name!)) return null
  return `the feature ${own} may not import ${path}: of another feature neither handlers nor jobs`
}
