import { join } from 'node:path'

export const MAX_COLUMNS = 120

/** Reports lines that are too long, since the formatter does not wrap test names, strings, comments and SQL. */
export function longLines(file: string, source: string): string[] {
  return source.split('\n').flatMap((line, at) => {
    const columns = [...line].length
    return columns > MAX_COLUMNS ? [`${file}:${at + 1}: ${columns} columns, at most ${MAX_COLUMNS}`] : []
  })
}

/** Wraps long lines before SQL clauses, since a generated migration has each statement on one line. */
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
