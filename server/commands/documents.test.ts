import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { dependencies, devDependencies, scripts } from '../../package.json'
import { ROOT } from './console.ts'

const files = ['*.md', 'docs/**/*.md', 'server/**/*.md', 'admin-desktop/*.md'].flatMap((pattern) => [
  ...new Bun.Glob(pattern).scanSync(ROOT),
])
const documents = new Map(
  await Promise.all(files.map(async (file) => [file, await Bun.file(join(ROOT, file)).text()] as const)),
)
const textOf = (file: string) => documents.get(file)!

/** Anchors of headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

const codeOf = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)

test('links of documents lead to files and headings that exist', () => {
  const broken = [...documents].flatMap(([file, text]) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
      if (/^https?:/.test(link!)) return []
      const [path, anchor] = link!.split('#') as [string, string?]
      const target = path === '' ? file : normalize(join(dirname(file), path))
      const exists =
        existsSync(join(ROOT, target)) && (anchor === undefined || anchorsOf(textOf(target)).includes(anchor))
      return exists ? [] : [`${file}: ${link}`]
    }),
  )
  expect(broken).toEqual([])
})

test('paths in documents that begin with a top-level folder exist', () => {
  const isPath = /^(server|shared|site|docs|bench|e2e|drizzle|admin-desktop)\/[\w./-]+\.(ts|tsx|sql|md|jsonl?|yaml)$/
  const missing = [...documents].flatMap(([file, text]) =>
    codeOf(text)
      .filter((code) => isPath.test(code) && !existsSync(join(ROOT, code)))
      .map((code) => `${file}: ${code}`),
  )
  expect(missing).toEqual([])
})

test('every `bun run` command of a document exists, and each script is in a document', () => {
  const all = [...documents.values()].join('\n')
  const named = new Set([...all.matchAll(/\bbun run ([a-z][\w:-]*)/g)].map(([, name]) => name!))
  expect([...named].filter((name) => !(name in scripts))).toEqual([])
  const listed = codeOf(`${textOf('README.md')}\n${textOf('docs/commands.md')}\n${textOf('CONTRIBUTING.md')}`).join(
    '\n',
  )
  expect(Object.keys(scripts).filter((name) => !new RegExp(`(?<![\\w:-])${name}(?![\\w:-])`).test(listed))).toEqual([])
})

test('the package table of architecture lists every dependency once', () => {
  const rows = textOf('docs/architecture.md')
    .split('## Packages')[1]!
    .matchAll(/^\| (`.+?) \|/gm)
  const listed = [...rows].flatMap(([, names]) => codeOf(names!))
  expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([])
  const used = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@types/'))
  expect(used.filter((name) => !listed.includes(name))).toEqual([])
})
