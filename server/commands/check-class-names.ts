import { dirname, join } from 'node:path'

/** Files that may contain class names: some .ts files create HTML, and mails have inline styles instead. */
const SOURCES = '{shared,site,server,admin-desktop}/**/*.{ts,tsx}'
const STYLES = '{shared,site,admin-desktop}/**/*.css'
const ELSEWHERE = /(^|\/)(node_modules|dist|out)\/|\.test\.tsx?$|^server\/(commands|demo|mail)\//

/** In a class name in the source, `*` stands for the part that an expression inserts. */
type WrittenClass = string

export function classesOfStyle(css: string): Set<string> {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/url\([^)]*\)|"[^"\n]*"|'[^'\n]*'/g, '')
  return new Set([...selectors.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name!))
}

export function classesOfSource(source: string): Set<WrittenClass> {
  const found = new Set<WrittenClass>()
  const add = (text: string) => {
    for (const name of text.replace(/\$\{[^}]*\}/g, '*').split(/\s+/)) if (/[a-z]/i.test(name)) found.add(name)
  }
  for (const [, text] of source.matchAll(/\b(?:class|className|\w+Class)=(?:\\?["'])([^"'\\]*)/g)) add(text!)
  for (const [, text] of source.matchAll(/\['class', [`'"]([^`'"]*)/g)) add(text!)
  for (const start of source.matchAll(/\b(?:className|\w+Class)=\{|\bclassNames\(/g)) {
    for (const text of literalsOf(expressionAt(source, start.index + start[0].length, /[)}\]]/))) add(text)
  }
  for (const start of source.matchAll(/\b(?:className|\w+Class)(?: =|:) (?=['"`\w(])/g)) {
    for (const text of literalsOf(expressionAt(source, start.index + start[0].length, /[)}\],;\n]/))) add(text)
  }
  return found
}

function expressionAt(source: string, from: number, ends: RegExp): string {
  let depth = 0
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at]!
    if (depth === 0 && ends.test(sign)) return source.slice(from, at)
    if ('({['.includes(sign)) depth += 1
    if (')}]'.includes(sign)) depth -= 1
  }
  return source.slice(from)
}

/** Returns the strings of an expression, except compared strings and arguments of `buttonClass`. */
function literalsOf(expression: string): string[] {
  const classes = expression.replace(/[!=]== ?(['"])[^'"]*\1|(['"])[^'"]*\2 ?[!=]==|buttonClass\([^)]*\)/g, '')
  return [...classes.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  )
}

const patternOf = (written: WrittenClass) =>
  new RegExp(
    `^${written
      .split('*')
      .map((part) => RegExp.escape(part))
      .join('[\\w-]+')}$`,
  )

/** Reports each class name without a style, and each style whose class no source uses. */
export function compareClasses(styles: Map<string, Set<string>>, sources: Map<string, Set<WrittenClass>>): string[] {
  const styled = new Set([...styles.values()].flatMap((names) => [...names]))
  const used = new Set<string>()
  const lines: string[] = []
  for (const [file, names] of sources) {
    for (const name of names) {
      const pattern = patternOf(name)
      const matches = [...styled].filter((candidate) => pattern.test(candidate))
      for (const match of matches) used.add(match)
      if (matches.length === 0) lines.push(`${file}: no style has the class '${name}'`)
    }
  }
  for (const [file, names] of styles)
    for (const name of names) if (!used.has(name)) lines.push(`${file}: nothing has the class '${name}'`)
  return lines.sort()
}

async function read<T>(root: string, pattern: string, parse: (text: string) => T): Promise<Map<string, T>> {
  const found = new Map<string, T>()
  for await (const file of new Bun.Glob(pattern).scan(root)) {
    if (!ELSEWHERE.test(file)) found.set(file, parse(await Bun.file(join(root, file)).text()))
  }
  return found
}

/** Reports style sheets of a feature that neither the site's style sheet nor a component or page imports. */
async function unimported(root: string): Promise<string[]> {
  const site = join(root, 'site')
  const sheet = await Bun.file(join(site, 'site.css')).text()
  const files = await Array.fromAsync(new Bun.Glob('features/*/*.css').scan(site))
  const imports = new Set<string>()
  for await (const file of new Bun.Glob('{features,pages}/**/*.tsx').scan(site)) {
    const source = await Bun.file(join(site, file)).text()
    for (const [, name] of source.matchAll(/^import '\.\/(.+\.css)'$/gm)) imports.add(join(dirname(file), name!))
    for (const [, name] of source.matchAll(/^import '#site\/(.+\.css)'$/gm)) imports.add(name!)
  }
  return files
    .filter((file) => !sheet.includes(file) && !imports.has(file))
    .map((file) => `site/${file}: imported neither by site/site.css nor by a component or page`)
}

export async function checkClassNames(root: string): Promise<string[]> {
  return [
    ...(await unimported(root)),
    ...compareClasses(await read(root, STYLES, classesOfStyle), await read(root, SOURCES, classesOfSource)),
  ]
}
