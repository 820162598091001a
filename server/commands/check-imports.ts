import { join, normalize } from 'node:path'

/** Rules for the imports of the files in a folder; of several folders that contain a file, the first applies. */
type Layer = {
  folder: string
  may: string[]
  packages: string[] | 'all'
  /** Built-in modules that the layer may import: none, those of Node, or those of Bun and Node. */
  runtime: 'none' | 'node' | 'bun'
}

const BROWSER_PACKAGES = [
  'react',
  'react-dom',
  'react-router-dom',
  'lucide',
  'valibot',
  '@tanstack/react-table',
  'recharts',
  '@simplewebauthn/browser',
]

/** The import rules of docs/architecture.md; the linter resolves neither paths nor dynamic imports. */
const LAYERS: Layer[] = [
  {
    folder: 'shared/api/',
    may: ['shared/api/', 'shared/rules/', 'shared/limits.ts'],
    packages: ['valibot'],
    runtime: 'none',
  },
  {
    folder: 'shared/rules/',
    may: ['shared/rules/', 'shared/i18n/plural.ts', 'shared/limits.ts', 'shared/paths.ts'],
    packages: [],
    runtime: 'none',
  },
  {
    folder: 'shared/i18n/',
    may: ['shared/i18n/', 'shared/texts.ts', 'shared/api/', 'shared/rules/', 'shared/limits.ts'],
    packages: [],
    runtime: 'none',
  },
  {
    folder: 'shared/ui/',
    may: ['shared/ui/', 'shared/limits.ts'],
    packages: ['react', 'react-dom', 'lucide'],
    runtime: 'none',
  },
  {
    folder: 'shared/admin/',
    may: ['shared/'],
    packages: ['react', 'lucide', '@tanstack/react-table', 'recharts'],
    runtime: 'none',
  },
  { folder: 'shared/', may: ['shared/'], packages: BROWSER_PACKAGES, runtime: 'none' },
  { folder: 'site/vite.config.ts', may: ['shared/api/', 'site/build/'], packages: 'all', runtime: 'node' },
  { folder: 'site/build/', may: ['site/build/', 'shared/texts.ts'], packages: 'all', runtime: 'node' },
  { folder: 'site/worker/vite.config.ts', may: ['site/worker/'], packages: 'all', runtime: 'node' },
  {
    folder: 'site/worker/',
    may: ['site/worker/', 'site/offline/', 'shared/'],
    packages: ['workbox-precaching'],
    runtime: 'none',
  },
  { folder: 'site/offline/', may: ['site/offline/', 'shared/'], packages: ['idb', 'valibot'], runtime: 'none' },
  {
    folder: 'site/core/browser.ts',
    may: ['site/core/', 'site/features/outbox/', 'shared/'],
    packages: BROWSER_PACKAGES,
    runtime: 'none',
  },
  {
    folder: 'site/core/useDraft.ts',
    may: ['site/core/', 'site/offline/', 'shared/'],
    packages: BROWSER_PACKAGES,
    runtime: 'none',
  },
  { folder: 'site/core/', may: ['site/core/', 'shared/'], packages: BROWSER_PACKAGES, runtime: 'none' },
  {
    folder: 'site/features/events/',
    may: ['site/core/', 'site/features/', 'shared/'],
    packages: [...BROWSER_PACKAGES, 'eventsource-parser'],
    runtime: 'none',
  },
  {
    folder: 'site/features/robots/',
    may: ['site/core/', 'site/features/', 'shared/'],
    packages: [...BROWSER_PACKAGES, 'altcha'],
    runtime: 'none',
  },
  {
    folder: 'site/features/portal/',
    may: ['site/core/', 'site/features/', 'shared/'],
    packages: [...BROWSER_PACKAGES, 'swagger-ui-dist'],
    runtime: 'none',
  },
  {
    folder: 'site/features/streams/',
    may: ['site/core/', 'site/features/', 'shared/'],
    packages: [...BROWSER_PACKAGES, 'hls.js'],
    runtime: 'none',
  },
  {
    folder: 'site/features/history/',
    may: ['site/core/', 'site/features/', 'shared/'],
    packages: [...BROWSER_PACKAGES, 'diff'],
    runtime: 'none',
  },
  {
    folder: 'site/features/',
    may: ['site/core/', 'site/features/', 'site/offline/', 'shared/'],
    packages: BROWSER_PACKAGES,
    runtime: 'none',
  },
  { folder: 'site/', may: ['site/', 'shared/'], packages: BROWSER_PACKAGES, runtime: 'none' },
  { folder: 'server/lib/', may: ['server/lib/', 'shared/'], packages: 'all', runtime: 'bun' },
  {
    folder: 'server/context.ts',
    may: ['server/config.ts', 'server/db/', 'server/lib/', 'server/mail/', 'server/media/', 'shared/'],
    packages: 'all',
    runtime: 'bun',
  },
  {
    folder: 'server/jobs/',
    may: ['server/jobs/', 'server/context.ts', 'server/db/', 'server/lib/', 'server/mail/', 'shared/'],
    packages: 'all',
    runtime: 'bun',
  },
  { folder: 'server/ssr/', may: ['server/', 'site/', 'shared/', 'package.json'], packages: 'all', runtime: 'bun' },
  {
    folder: 'server/commands/',
    may: ['server/', 'shared/', 'e2e/browser.ts', 'e2e/client.ts', 'site/worker/vite.config.ts', 'package.json'],
    packages: 'all',
    runtime: 'bun',
  },
  { folder: 'server/', may: ['server/', 'shared/', 'drizzle/', 'package.json'], packages: 'all', runtime: 'bun' },
  { folder: 'admin-desktop/', may: ['admin-desktop/', 'shared/'], packages: 'all', runtime: 'node' },
]

/** Files of a feature that no other feature may import. */
const OWN_TO_A_FEATURE = /(^|\/|-)(handlers|jobs|personal-data)\.ts$/

/** The rest of the server may import only these modules of the moderation feature. */
const WING = { folder: 'server/features/moderation/', doors: ['index.ts', 'foundation.ts', 'tables.ts'] }

/** Maximum number of files in an import cycle; imports of types count, too. */
const LARGEST_CIRCLE = 4

/** The lists of all features' handlers, jobs and so on may import these files of a feature. */
const REGISTERED = /(^|\/)(handlers|jobs|personal-data|routes)\.ts$/

/** Returns why a file may not import something; test files may import more than other files. */
export function forbiddenImport(file: string, specifier: string): string | null {
  const layer = LAYERS.find(({ folder }) => file.startsWith(folder))
  if (!layer) return null
  const isTest = /\.test\.tsx?$|\/testing\//.test(file)
  const path = repositoryPath(file, specifier)
  if (path === null) return isTest ? null : forbiddenModule(layer, specifier)
  const may = isTest ? [...layer.may, `${file.split('/')[0]}/`] : layer.may
  if (!may.some((beginning) => path.startsWith(beginning))) return `${layer.folder} may not import ${path}`
  return isTest ? null : (forbiddenBetweenFeatures(file, path) ?? forbiddenPastTheDoor(file, path))
}

/** Text catalogs in code for browsers would load both languages, while `useTexts` loads the reader's. */
function forbiddenTexts(file: string, source: string): string[] {
  const isLimited = /^(site|shared\/(admin|ui)|admin-desktop\/renderer)\//.test(file)
  if (!isLimited || /\.test\.tsx?$/.test(file)) return []
  const imports = source.matchAll(/^import (?!type\b)[^'"]*'([^']*\/i18n\/(?:pl|en)\/(?!features\.ts)[^']*)'/gm)
  return [...imports].map(([, specifier]) => `texts come from useTexts('<feature>'), not from ${specifier}`)
}

export async function checkImports(root: string): Promise<string[]> {
  const found: string[] = []
  const imported = new Map<string, string[]>()
  for await (const file of new Bun.Glob('{shared,site,server,admin-desktop}/**/*.{ts,tsx}').scan(root)) {
    if (/(^|\/)(node_modules|dist|out)\//.test(file)) continue
    const source = await Bun.file(join(root, file)).text()
    found.push(...forbiddenTexts(file, source).map((reason) => `${file}: ${reason}`))
    const specifiers = importsOf(source)
    for (const specifier of specifiers) {
      const reason = forbiddenImport(file, specifier)
      if (reason) found.push(`${file}: ${reason}`)
    }
    imported.set(
      file,
      specifiers.flatMap((specifier) => repositoryPath(file, specifier) ?? []),
    )
  }
  for (const circle of circlesOf(imported)) {
    if (circle.length <= LARGEST_CIRCLE) continue
    found.push(
      `${circle[0]}: a circle of ${circle.length} files, at most ${LARGEST_CIRCLE} may be: ${circle.join(' ')}`,
    )
  }
  return found.sort()
}

/** Returns the strongly connected components of two and more files, by Tarjan's algorithm. */
export function circlesOf(imported: ReadonlyMap<string, string[]>): string[][] {
  const circles: string[][] = []
  const indexes = new Map<string, number>()
  const open: string[] = []

  /** Returns the lowest index of the open files that this file reaches; a file is open until its cycle is complete. */
  function visit(file: string): number {
    const index = indexes.size
    indexes.set(file, index)
    open.push(file)
    let lowest = index
    for (const next of imported.get(file)!) {
      if (!imported.has(next)) continue
      if (!indexes.has(next)) lowest = Math.min(lowest, visit(next))
      else if (open.includes(next)) lowest = Math.min(lowest, indexes.get(next)!)
    }
    if (lowest === index) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return lowest
  }

  for (const file of imported.keys()) if (!indexes.has(file)) visit(file)
  return circles
}

export function importsOf(source: string): string[] {
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*(['"])([^'"`\n]+)\1/g)].map(([, , specifier]) => specifier!)
}

export function repositoryPath(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(file, '..', specifier))
  return /^#(shared|server|site)\//.test(specifier) ? specifier.slice(1) : null
}

function forbiddenModule(layer: Layer, specifier: string): string | null {
  const runtime = /^(bun|node)(:|$)/.exec(specifier)?.[1]
  if (runtime) {
    const isAllowed = layer.runtime === 'bun' || layer.runtime === runtime
    return isAllowed ? null : `${layer.folder} may not import ${specifier}: it also runs where there is none`
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  const isKnown = layer.packages === 'all' || layer.packages.includes(name)
  return isKnown ? null : `${layer.folder} may not import the package ${name}`
}

function forbiddenBetweenFeatures(file: string, path: string): string | null {
  const [, own] = /^server\/features\/([^/]+)\//.exec(file) ?? []
  const [, other, name] = /^server\/features\/([^/]+)\/(.+)/.exec(path) ?? []
  if (!own || !other || own === other || !OWN_TO_A_FEATURE.test(name!)) return null
  return `the feature ${own} may not import ${path}: of another feature neither handlers, jobs nor personal data`
}

function forbiddenPastTheDoor(file: string, path: string): string | null {
  const { folder, doors } = WING
  if (!path.startsWith(folder) || file.startsWith(folder) || doors.includes(path.slice(folder.length))) return null
  if (REGISTERED.test(path) && !/^server\/features\/[^/]+\//.test(file)) return null
  return `files outside ${folder} may not import ${path}: only its ${doors.join(', ')}`
}
