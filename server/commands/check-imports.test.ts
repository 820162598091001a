import { describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkImports, circlesOf, forbiddenImport, importsOf } from './check-imports.ts'
import { ROOT } from './console.ts'
import { lint } from './lint.ts'

describe('an import against the allowed direction is refused', () => {
  test.each([
    ['shared/api/votes.ts', '#server/config.ts'],
    ['shared/api/votes.ts', '../../server/config.ts'],
    ['shared/api/votes.ts', 'react'],
    ['shared/api/votes.ts', 'bun'],
    ['shared/api/votes.ts', '../ui/Button.tsx'],
    ['shared/rules/vote.ts', 'valibot'],
    ['shared/rules/vote.ts', 'node:crypto'],
    ['shared/rules/vote.ts', '#shared/api/votes.ts'],
    ['shared/i18n/pl/votes.ts', '#site/core/text.ts'],
    ['shared/ui/Button.tsx', '#shared/api/votes.ts'],
    ['shared/ui/Button.tsx', 'react-router-dom'],
    ['shared/admin/AdminApp.tsx', '#site/core/text.ts'],
    ['shared/admin/AdminApp.tsx', '#server/context.ts'],
    ['shared/limits.ts', '#server/config.ts'],
    ['site/pages/home.tsx', '#server/features/posts/queries.ts'],
    ['site/pages/home.tsx', '../../server/context.ts'],
    ['site/pages/home.tsx', 'drizzle-orm'],
    ['site/pages/home.tsx', 'bun'],
    ['site/pages/home.test.tsx', '#server/context.ts'],
    ['server/http/app.ts', '#site/routes.tsx'],
    ['server/http/errors.ts', '../../site/routes.tsx'],
    ['server/context.ts', '#server/features/events/events.ts'],
    ['server/jobs/worker.ts', '#server/features/jobs.ts'],
    ['server/features/votes/handlers.ts', '../posts/handlers.ts'],
    ['server/features/votes/queries.ts', '#server/features/auth/jobs.ts'],
    ['server/features/votes/queries.ts', '../auth/admin-handlers.ts'],
    ['server/features/votes/queries.ts', '../users/personal-data.ts'],
    ['server/features/posts/queries.ts', '../moderation/queue/items.ts'],
    ['server/ssr/pages.ts', '#server/features/moderation/reader.ts'],
    ['server/features/posts/queries.ts', '../moderation/filters/routes.ts'],
    ['admin-desktop/main/main.ts', '#server/config.ts'],
    ['admin-desktop/main/main.ts', 'bun:sqlite'],
  ])('an import against the allowed direction is refused: %s <- %s', (file, specifier) => {
    expect(forbiddenImport(file, specifier)).toContain('may not import')
  })
})

describe('an import in the allowed direction is accepted', () => {
  test.each([
    ['shared/api/votes.ts', 'valibot'],
    ['shared/api/votes.ts', '../limits.ts'],
    ['shared/api/votes.test.ts', 'bun:test'],
    ['shared/ui/Button.tsx', 'lucide/dist/esm/icons/x.mjs'],
    ['shared/admin/AdminApp.tsx', '#shared/api/index.ts'],
    ['site/pages/home.tsx', '#shared/ui/Button.tsx'],
    ['server/ssr/render.tsx', '#site/routes.tsx'],
    ['server/features/votes/handlers.ts', '../posts/queries.ts'],
    ['server/features/votes/handlers.ts', './handlers.ts'],
    ['server/features/votes/votes.test.ts', '../posts/jobs.ts'],
    ['server/features/posts/queries.ts', '../moderation/index.ts'],
    ['server/features/moderation/queue/items.ts', '../notices/queries.ts'],
    ['server/features/handlers.ts', './moderation/queue/handlers.ts'],
    ['server/db/driver/client.ts', 'postgres'],
    ['admin-desktop/main/main.ts', 'node:path'],
    ['e2e/journey.test.ts', '#server/test/database.ts'],
  ])('an import in the allowed direction is accepted: %s <- %s', (file, specifier) => {
    expect(forbiddenImport(file, specifier)).toBeNull()
  })
})

test('every way to import a module is detected', () => {
  const source = `
    import a from './a.ts'
    import type { B } from './b.ts'
    import {
      c,
    } from "./c.ts"
    import './d.ts'
    export * from './e.ts'
    const f = await import('./f.ts')
    type G = import('./g.ts').G
  `
  expect(importsOf(source)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `./${name}.ts`))
})

test('the report of an import cycle lists only files that import each other in a circle', () => {
  const imported = new Map([
    ['before', ['a']],
    ['a', ['b', 'after']],
    ['b', ['c']],
    ['c', ['a', 'b', 'a package']],
    ['after', ['d']],
    ['d', []],
    ['x', ['y']],
    ['y', ['x', 'a']],
  ])
  expect(circlesOf(imported)).toEqual([
    ['a', 'b', 'c'],
    ['x', 'y'],
  ])
})

describe('the import check of a folder', () => {
  const importing = (name: string) => `import { x } from '${name}'\nconsole.log(x)\n`

  async function tree(files: Record<string, string>): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), 'watek-tree-'))
    await Promise.all(
      Object.entries(files).map(async ([file, source]) => {
        await mkdir(dirname(join(root, file)), { recursive: true })
        await writeFile(join(root, file), source)
      }),
    )
    return root
  }

  test('imports that a folder must not have are refused with the name of the file', async () => {
    const root = await tree({
      'shared/api/x.ts': importing('#server/config.ts'),
      'shared/rules/x.ts': importing('valibot'),
      'shared/ui/x.tsx': importing('#shared/api/index.ts'),
      'site/x.tsx': importing('../server/main.ts'),
      'server/x.ts': importing('#site/routes.tsx'),
      'server/ssr/x.tsx': importing('#site/routes.tsx'),
    })
    expect((await checkImports(root)).map((line) => line.split(':')[0])).toEqual([
      'server/x.ts',
      'shared/api/x.ts',
      'shared/rules/x.ts',
      'shared/ui/x.tsx',
      'site/x.tsx',
    ])
  })

  test('an import cycle of five files is refused, even with type imports; one of four is not', async () => {
    const circle = (folder: string, length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, at) => [
          `${folder}/${at}.ts`,
          at === 0 ? `import type { x } from './1.ts'\n` : importing(`./${(at + 1) % length}.ts`),
        ]),
      )
    const root = await tree({ ...circle('server/four', 4), ...circle('server/five', 5) })
    expect(await checkImports(root)).toEqual([
      'server/five/0.ts: a circle of 5 files, at most 4 may be: ' +
        [0, 1, 2, 3, 4].map((at) => `server/five/${at}.ts`).join(' '),
    ])
  })

  test('an import of both languages of a text is refused in code for browsers', async () => {
    const root = await tree({
      'site/x.tsx': importing('#shared/i18n/pl/votes.ts'),
      'shared/admin/x.tsx': importing('#shared/i18n/en/votes.ts'),
      'site/y.tsx': "import type { votes } from '#shared/i18n/pl/votes.ts'\n",
      'server/x.ts': importing('#shared/i18n/pl/votes.ts'),
    })
    expect((await checkImports(root)).map((line) => line.split(':')[0])).toEqual(['shared/admin/x.tsx', 'site/x.tsx'])
  })

  test('environment variables are read in the settings only', async () => {
    const source = 'export const home = process.env.HOME\n'
    const files = [
      'server/http/x.ts',
      'server/ssr/x.tsx',
      'server/features/posts/x.ts',
      'shared/api/x.ts',
      'shared/ui/x.tsx',
      'site/x.tsx',
    ]
    const root = await tree({
      ...Object.fromEntries(files.map((file) => [file, source])),
      'server/commands/x.ts': source,
      '.oxlintrc.json': await Bun.file(join(ROOT, '.oxlintrc.json')).text(),
    })
    const { output } = await lint(root)
    expect([...output.matchAll(/^(\S+?):\d+:\d+:.*no-process-env/gm)].map(([, file]) => file).sort()).toEqual(
      files.sort(),
    )
  })
})
