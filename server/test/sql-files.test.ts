import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ROOT } from '#server/commands/console.ts'
import { renderSqlFiles } from './sql-files.ts'

const files = await renderSqlFiles()

test.each(Object.entries(files))(
  '%s holds the statements as they are sent; `bun run sql` writes them',
  async (file, text) => {
    expect(await Bun.file(join(ROOT, file)).text()).toBe(text)
  },
)
