import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, main, print } from './console.ts'
import { withDatabase } from './database.ts'
import { ensureInstalled } from './install.ts'

const HELP = `bun run import SOURCE [options]: moves a former forum in, with its people, texts, votes and old addresses
  SOURCE              phpbb, mybb, smf, nodebb, discourse, lemmy, reddit or watek
  --database URL      the former forum's database: mysql://... or postgres://...
  --dump FILE         a dump of the database (pg_dump, mysqldump), loaded into a scratch server that ends with the
                      import; for reddit an archive of communities, or a folder of them;
                      for watek a file of its backup
  --prefix PREFIX     what its tables begin with
  --community NAME    only this community of the source; may be given several times
  --files FOLDER      its uploads and avatars
  --fetch-files       asks --base-url for attachments that are in no folder, at five a second
  --base-url URL      its address
  --map FILE          what becomes of sections and people; without the option a proposal is written
  --legal-basis TEXT  on what basis you process these data; stored with the report
  --dry-run           reads everything, writes the report, changes nothing
  --resume            goes on where an import was interrupted, which a second run does anyway
  --mails none|invite invite: mails people without a password how to claim their account
  --report FILE       FILE.html and FILE.json
A second run imports only what is new.`

const OPTIONS = {
  database: { type: 'string' },
  dump: { type: 'string' },
  prefix: { type: 'string' },
  community: { type: 'string', multiple: true },
  files: { type: 'string' },
  'fetch-files': { type: 'boolean', default: false },
  'base-url': { type: 'string' },
  map: { type: 'string' },
  'legal-basis': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  resume: { type: 'boolean', default: false },
  mails: { type: 'string', default: 'none' },
  report: { type: 'string' },
} as const

const readOptions = () => parseArgs({ options: OPTIONS, allowPositionals: true })

type Given = ReturnType<typeof readOptions>['values']

/** Files are resolved from the folder in which the command was typed. */
const here = (file: string) => resolve(process.env.WATEK_CWD ?? process.env.INIT_CWD ?? process.env.PWD ?? '.', file)

function checked(source: string | undefined, rest: string[], sources: readonly string[], given: Given): string {
  if (source === undefined || !sources.includes(source) || rest.length > 0)
    throw new CommandError(`Say what is imported: bun run import ${sources.join(' | ')}`)
  if (given.mails !== 'none' && given.mails !== 'invite') throw new CommandError('--mails is none or invite.')
  if (given.database === undefined && given.dump === undefined)
    throw new CommandError('Say where from: --database URL or --dump FILE')
  if (given['base-url'] !== undefined && !/^https?:\/\//.test(given['base-url']))
    throw new CommandError('--base-url is the address of the former forum, as https://forum.example.org')
  if (given['fetch-files'] && given['base-url'] === undefined)
    throw new CommandError('--fetch-files needs --base-url, the address that is asked.')
  for (const file of [given.dump, given.files, given.map])
    if (file !== undefined && !existsSync(here(file))) throw new CommandError(`There is no file ${file}.`)
  return source
}

await main(async () => {
  const { values: given, positionals } = readOptions()
  await ensureInstalled()
  const { SOURCES } = await import('#server/features/import/sources/index.ts')
  const source = checked(positionals[0], positionals.slice(1), SOURCES, given)
  const { loadConfig } = await import('#server/config.ts')
  const { performImport } = await import('#server/features/import/perform.ts')
  const { lowerOwnPriority } = await import('#server/features/import/priority.ts')
  lowerOwnPriority()
  const config = loadConfig(process.env)
  return withDatabase(config, print, async (url, broken) => {
    const file = (name: string | undefined) => (name === undefined ? null : here(name))
    await performImport({
      config: { ...config, databaseUrl: url, databaseDirectUrl: url },
      source,
      database: given.database ?? null,
      dump: file(given.dump),
      prefix: given.prefix ?? null,
      communities: given.community ?? [],
      files: file(given.files),
      isFetching: given['fetch-files'],
      baseUrl: given['base-url'] ?? '',
      map: file(given.map),
      proposal: here(`${source}-map.yaml`),
      legalBasis: given['legal-basis'] ?? '',
      isDryRun: given['dry-run'],
      mails: given.mails === 'invite',
      report: here((given.report ?? `${source}-report`).replace(/\.(html|json)$/, '')),
      print,
      signal: broken,
    })
  })
}, HELP)
