import { parseArgs } from 'node:util'
import { CommandError, main, print } from './console.ts'
import { withDatabase } from './database.ts'
import { ensureInstalled } from './install.ts'

const OPTIONS = { posts: 200_000, comments: 1_000_000, votes: 2_000_000, users: 50_000, categories: 200 }

type Option = keyof typeof OPTIONS

function sizesOf(args: string[]): typeof OPTIONS {
  const names = Object.keys(OPTIONS) as Option[]
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  })
  const sizes = { ...OPTIONS }
  for (const name of names) {
    const given = values[name]
    if (given === undefined) continue
    const count = Number(String(given).replaceAll('_', ''))
    if (!Number.isSafeInteger(count) || count < 1) throw new CommandError(`--${name} must be a whole number above 0.`)
    sizes[name] = count
  }
  return sizes
}

if (import.meta.main) {
  await main(
    async () => {
      const sizes = sizesOf(process.argv.slice(2))
      await ensureInstalled()
      const { loadConfig } = await import('#server/config.ts')
      const { migrate } = await import('#server/db/migrate.ts')
      const { seedLarge } = await import('#server/db/seed/large.ts')
      const { default: postgres } = await import('postgres')
      return withDatabase(loadConfig(process.env), print, async (url, broken) => {
        await migrate(url)
        // Foreign keys are disabled only for one database session, so the seeding uses a single connection.
        const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
        broken.addEventListener('abort', () => void sql.end({ timeout: 0 }))
        await seedLarge(sql, sizes, print).finally(() => sql.end())
      })
    },
    `bun run seed${Object.entries(OPTIONS)
      .map(([name, count]) => ` [--${name} ${count}]`)
      .join('')}: fills an empty database with a large forum`,
  )
}
