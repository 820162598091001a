import { join } from 'node:path'

export const MAX_COLUMNS = 120

/** The formatter wraps neither test names nor strings, comments and SQL. */
export function longLines(file: string, source: string): string[] {
  return source.split('\n').flatMap((line, at) => {
    const columns = [...line].length
    return columns > MAX_COLUMNS ? [`${file}:${at + 1}: ${columns} columns, at most ${MAX_COLUMNS}`] : []
  })
}

/** Generated migrations have each statement on one line; each clause begins a new line. */
export function wrapSql(source: string): string {
  return source
    .split('\n')
    .map((line) => {
      if (line.length <= MAX_COLUMNS || line.trimStart().startsWith('--')) return line
      const indent = `${/^\s*/.exec(line)![0]}  `
      return line.replace(/ (?=(?:FOREIGN KEY|REFERENCES|ON DELETE|USING|WHERE|\(sequence name) )/g, `\n${indent}`)
    })
    .join('\n')
}

/** Lines of documents and lock files may have any length. */
export async function checkLineLengths(root: string): Promise<string[]> {
  const found: string[] = []
  const pattern = '{shared,site,server,admin-desktop,e2e,bench,drizzle}/**/*.{ts,tsx,css,sql}'
  for await (const file of new Bun.Glob(pattern).scan(root)) {
    if (/(^|\/)(node_modules|dist|out)\//.test(file)) continue
    found.push(...longLines(file, await Bun.file(join(root, file)).text()))
  }
  return found.sort()
}
