import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { pageEntries } from '#site/routes.tsx'
import { textChunks, textsUsedBy } from './text-chunks.ts'

const ROOT = join(import.meta.dirname, '../..')

type Hooks = {
  configResolved: (config: { command: 'build' | 'serve' }) => void
  load: (id: string) => string | undefined
  transform: (code: string, id: string) => { code: string } | undefined
}

function transformed(code: string, file: string, command: 'build' | 'serve' = 'build'): string | undefined {
  const { configResolved, transform } = textChunks() as unknown as Hooks
  configResolved({ command })
  return transform(code, join(ROOT, file))?.code
}

test('the entry code that every page loads uses no texts of single features, only those of the catalog', () => {
  expect(textsUsedBy(join(ROOT, 'site/entry-client.tsx'))).toEqual([])
})

test('a page loads the texts of everything it imports, directly or through other modules', () => {
  expect(textsUsedBy(join(ROOT, 'site/pages/login.tsx'))).toEqual(expect.arrayContaining(['authScreens', 'issues']))
  expect(textsUsedBy(join(ROOT, 'site/pages/home.tsx'))).not.toContain('settings')
})

test('a dynamic import() loads the texts of the imported page in parallel', () => {
  expect(transformed("const page = () => import('./pages/dev-info.tsx')\n", 'site/example.ts')).toBe(
    "import { withTexts as __withTexts } from '#shared/texts.ts'\n" +
      "const page = () => __withTexts(import('./pages/dev-info.tsx'), 'applications', 'devInfo', 'issues')\n",
  )
})

test('an import of a module without texts, or of a type, is not transformed', () => {
  expect(transformed("await import('./core/dates.ts')\n", 'site/example.ts')).toBeUndefined()
  expect(transformed("let page: typeof import('./pages/dev-info.tsx')\n", 'site/example.ts')).toBeUndefined()
})

test('the build loads the texts of a catalog in its own language alone', () => {
  const { configResolved, load } = textChunks() as unknown as Hooks
  configResolved({ command: 'build' })
  const code = load(join(ROOT, 'shared/i18n/en/features.ts'))
  expect(code).toContain("formPages: () => import('./form-pages.ts'),")
  expect([...code!.matchAll(/import\(/g)].length).toBeGreaterThan(40)
  expect(code).not.toContain('/pl/')
})

test('every page is listed in pageEntries with its own file, and its texts are found by that file', async () => {
  const files = await Array.fromAsync(new Bun.Glob('site/pages/*.tsx').scan(ROOT))
  expect(pageEntries.map(({ file }) => file).sort()).toEqual(files.filter((file) => !file.includes('.test.')).sort())
  for (const { file, module } of pageEntries) {
    expect((await module()).page).toBe((await import(join(ROOT, file))).page)
    const source = await Bun.file(join(ROOT, file)).text()
    const own = [...source.matchAll(/\buseTexts\('(\w+)'\)/g)].map(([, name]) => name!)
    expect(textsUsedBy(join(ROOT, file))).toEqual(expect.arrayContaining(own))
  }
})

test('the development server adds the texts of all features to each import except that of the catalog', () => {
  const catalog = '#shared/i18n/en.ts'
  expect(transformed(`await import('${catalog}')\n`, 'site/entry-client.tsx', 'serve')).toBeUndefined()
  expect(transformed("await import('./pages/dev-info.tsx')\n", 'site/example.ts', 'serve')).toContain("'devInfo'")
})
