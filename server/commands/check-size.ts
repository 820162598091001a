import { join } from 'node:path'
import { splitSource } from './source-text.ts'

export const MAX_COMMENT_LINES = 1_500
const TESTS = /\.test\.tsx?$|\/testing\/|^e2e\/|^server\/test\//

export type Sizes = {
  rooms: [name: string, lines: number][]
  comments: number
}

export function commentLines(file: string, source: string): number {
  // Generated; its comments are drizzle-kit's separators.
  if (TESTS.test(file) || file === 'drizzle/0000_schema.sql') return 0
  const { code, comments, strings } = splitSource(file, source)
  return comments.filter((line, at) => line.trim() !== '' && code[at]!.trim() === '' && strings[at]!.trim() === '').length
}

export async function measureSizes(root: string): Promise<Sizes> {
  const rooms = new Map<string, number>()
  let comments = 0
  for await (const file of new Bun.Glob('{shared,site,server,admin-desktop,e2e,bench,drizzle}/**/*.{ts,tsx,css,sql}').scan(root)) {
    if (/(^|\/)(node_modules|dist|out)\//.test(file)) continue
    const source = await Bun.file(join(root, file)).text()
    comments += commentLines(file, source)
    const room = /^server\/([^/]+)\//.exec(file)?.[1]
    if (room) rooms.set(room, (rooms.get(room) ?? 0) + source.split('\n').length - 1)
  }
  return { rooms: [...rooms].sort((a, b) => b[1] - a[1]), comments }
}

export function tooLarge({ rooms, comments }: Sizes): string[] {
  const features = rooms.find(([name]) => name === 'features')?.[1] ?? 0
  return [
    ...rooms.filter(([, lines]) => lines > features).map(([name, lines]) => `server/${name} has ${lines} lines, server/features ${features}`),
    ...(comments > MAX_COMMENT_LINES ? [`${comments} lines of comments outside tests, ${MAX_COMMENT_LINES} are allowed`] : []),
  ]
}
