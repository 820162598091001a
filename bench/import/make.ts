import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { makePng } from '#server/media/testing/pictures.ts'
import { writePages, writeRows } from './artifact.ts'
import { Content, type Dialect, type Step } from './content.ts'
import { crawl, type Crawled, type Site } from './crawl.ts'
import { discourse } from './discourse/site.ts'
import { lemmy } from './lemmy/site.ts'
import { mybb } from './mybb/site.ts'
import { nodebb } from './nodebb/site.ts'
import { phpbb } from './phpbb/site.ts'
import { smf } from './smf/site.ts'

/** A forum program that does not run: its tables are filled directly, and its pages are derived from the rows. */
export type Schema = {
  tables: string[]
  fill: (given: Given, steps: Step[]) => Promise<void>
  read: (given: Given) => Promise<Crawled>
}

/** `program` is a folder in which the Markdown packages of the forum program are installed. */
export type Given = { program: string; database: string; base: string }

const SITES: Record<string, Site> = { mybb, nodebb, phpbb, smf }
const SCHEMAS: Record<string, Schema> = { discourse, lemmy }

const HELP = `bun bench/import/make.ts PROGRAM --program FOLDER --database URL --base URL [--skip-fill | --fill-only]
Makes the fixtures of the importer's tests by a real forum. PROGRAM mybb, nodebb, phpbb or smf: fills the program in
FOLDER, which its own installer has just set up in the database at URL and which answers at the base address, by its own
functions and forms, then reads all its pages and rows; NodeBB is started between the two, because it caches. PROGRAM
lemmy: fills the tables at URL, which the program's own migrations have just made, and shows the texts by its packages
for Markdown, which are installed in FOLDER. PROGRAM discourse: makes tables in the database at URL as the program
describes its own, and fills them with texts and the HTML of them.`

const [THREADS, PEOPLE, POSTS, SEED] = [160, 80, 2_200, 7]
/** Of URLs that have the same form, the first hundred are kept, and then one in this many. */
const KEPT_OF = 10
const SENDERS = 6

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    program: { type: 'string' },
    database: { type: 'string' },
    base: { type: 'string' },
    'skip-fill': { type: 'boolean', default: false },
    'fill-only': { type: 'boolean', default: false },
  },
})
const [name] = positionals
const { program, database, base } = values
if (!name || !database || !base || !program) throw new Error(HELP)

const here = join(import.meta.dir, name)
const site = Object.hasOwn(SITES, name) ? SITES[name]! : null
const schema = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name]! : null
const made = site ?? schema
if (made === null) throw new Error(HELP)
const options = { seed: SEED, dialect: name as Dialect, threads: THREADS, people: PEOPLE, posts: POSTS }
const steps = [...new Content(options).steps()]
const given = { program, database, base }

async function run(command: string[], input: string): Promise<void> {
  const child = Bun.spawn(command, { stdin: new Blob([input]), stdout: 'ignore', stderr: 'inherit' })
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed`)
}

async function fill({ sendForms }: Site, folder: string, url: URL): Promise<void> {
  const input = steps.map((step) => `${JSON.stringify(step)}\n`).join('')
  if (existsSync(join(here, 'fill.cjs'))) return run(['node', join(here, 'fill.cjs'), folder, base!], input)
  await run(['php', join(here, 'fill.php'), folder, base!], input)
  const people = steps.filter((step) => step.do === 'person').slice(0, SENDERS)
  await sendForms?.(base!, people, new Blob([new Uint8Array(makePng(120, 90))], { type: 'image/png' }))
  const login = [`-h${url.hostname}`, `-P${url.port}`, `-u${url.username}`, `-p${url.password}`]
  const client = ['mariadb', '--no-defaults', ...login, '--default-character-set=utf8mb4', url.pathname.slice(1)]
  await run(client, await Bun.file(join(here, 'hostile.sql')).text())
}

if (!values['skip-fill']) await (site ? fill(site, program, new URL(database)) : schema!.fill(given, steps))
if (values['fill-only']) process.exit()
const crawled = await (site ? crawl(base, site) : schema!.read(given))
console.log(`${crawled.addresses.size} addresses and ${crawled.texts.size} texts were read`)
const target = join(import.meta.dir, '../../server/features/import/sources', name)
await writePages(crawled, KEPT_OF, join(target, 'pages.ndjson.zst'))
await writeRows(database, made.tables, join(target, 'rows.ndjson.zst'), site ?? {})
