import { expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

test('the top level holds the parts that the product is built of', async () => {
  const top = await readdir(resolve(import.meta.dir, '../..'))
  expect(top).toEqual(expect.arrayContaining([
    'package.json', 'bunfig.toml', 'site', 'server', 'admin-desktop', 'shared', 'drizzle', 'README.md',
  ]))
})

/** Each package that the product is bound to, and a file in which it does its job. */
test.each([
  ['react', 'site/app/App.tsx'], ['react-dom', 'site/entry-client.tsx'], ['react-dom', 'server/ssr/render.tsx'],
  ['react-router-dom', 'site/routes.tsx'], ['vite', 'site/vite.config.ts'],
  ['hono', 'server/app.ts'], ['hono', 'admin-desktop/main/panel-app.ts'], ['@hono/node-server', 'e2e/desktop/desk.ts'],
  ['drizzle-orm', 'server/features/votes/queries.ts'], ['postgres', 'server/db/client.ts'], ['bun-types', 'server/tsconfig.json'],
  ['jose', 'server/http/tokens.ts'], ['nodemailer', 'server/mail/smtp.ts'],
  ['openai', 'server/ai/openai.ts'], ['@anthropic-ai/sdk', 'server/ai/anthropic.ts'],
  ['@tanstack/react-table', 'shared/admin/kit/DataTable.tsx'], ['recharts', 'shared/admin/screens/dashboard/Trend.tsx'],
  ['electron', 'admin-desktop/main/main.ts'], ['electron-builder', 'server/commands/desktop-build.ts'],
  ['bun:test', 'server/features/votes/votes.test.ts'], ['playwright', 'e2e/launch.ts'],
])('%s is in use in %s', async (name, file) => {
  const text = await readFile(resolve(import.meta.dir, '../..', file), 'utf8')
  expect(text).toMatch(new RegExp(`['"/]${name}(/[\\w./-]*)?['"]`))
})
