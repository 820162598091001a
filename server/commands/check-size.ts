import { join } from 'node:path'
import { splitSource } from './source-text.ts'

/** Of all lines outside tests; a share, so that it grows with the product. */
const MAX_COMMENT_SHARE = 0.0325
const TESTS = /\.test\.tsx?$|\/testing\/|^e2e\/|^server\/test\//

export type Sizes = {
  rooms: [name: string, lines: number][]
  comments: number
  lines: number
}

/** drizzle-kit's separators in generated SQL are comments too. */
const isCounted = (file: string) => !TESTS.test(file) && file !== 'drizzle/0000_schema.sql'

export const maxComments = (lines: number) => Math.floor(lines * MAX_COMMENT_SHARE)

export function commentLines(file: string, source: string): number {
  if (!isCounted(file)) return 0
  const { code, comments, strings } = splitSource(file, source)
  return comments.filter((line, at) => line.trim() !== '' && code[at]!.trim() === '' && strings[at]!.trim() === '').length
}

export async function measureSizes(root: string): Promise<Sizes> {
  const rooms = new Map<string, number>()
  let [comments, lines] = [0, 0]
  for await (const file of new Bun.Glob('{shared,site,server,admin-desktop,e2e,bench,drizzle}/**/*.{ts,tsx,css,sql}').scan(root)) {
    if (/(^|\/)(node_modules|dist|out)\//.test(file)) continue
    const source = await Bun.file(join(root, file)).text()
    const length = source.split('\n').length - 1
    comments += commentLines(file, source)
    if (isCounted(file)) lines += length
    const room = /^server\/([^/]+)\//.exec(file)?.[1]
    if (room) rooms.set(room, (rooms.get(room) ?? 0) + length)
  }
  return { rooms: [...rooms].sort((a, b) => b[1] - a[1]), comments, lines }
}

export function tooLarge({ rooms, comments, lines }: Sizes): string[] {
  const features = rooms.find(([name]) => name === 'features')?.[1] ?? 0
  return [
    ...rooms.filter(([, lines]) => lines > features).map(([name, lines]) => `server/${name} has ${lines} lines, server/features ${features}`),
    ...(comments > maxComments(lines) ? [`${comments} lines of comments outside tests, ${maxComments(lines)} are allowed`] : []),
  ]
}
