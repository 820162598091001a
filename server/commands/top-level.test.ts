import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'

test('the top level holds the parts that the product is built of', async () => {
  const top = await readdir(resolve(import.meta.dir, '../..'))
  expect(top).toEqual(expect.arrayContaining([
    'package.json', 'bunfig.toml', 'site', 'server', 'admin-desktop', 'shared', 'drizzle', 'README.md',
  ]))
})
