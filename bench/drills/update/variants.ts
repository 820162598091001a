import { readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { packRelease, type Entry } from '#server/release/archive.ts'
import { fileName, HOME, INFO_FILE, PROGRAM, VERSION_FILE, VERSIONS, type ReleaseInfo } from '#server/release/layout.ts'
import { sha512Of, signDigest } from '#server/release/signature.ts'

/** Changes of a variant by the path of the file below the folder of the version. */
type Changes = Record<string, (text: string) => string>

type Variant = { name: string; version: string; migration: string | null; changes?: Changes; isForged?: boolean }

const MIGRATION = '9000_update_drill'
/** The table added by the migration of a variant; the drill drops it before each update. */
export const ADDED_TABLE = 'update_drill'

const ADDS = `create table ${ADDED_TABLE} (id int primary key);
--> statement-breakpoint
alter table post add column update_drill text;
--> statement-breakpoint
create index ${ADDED_TABLE}_comments on comment (md5(content));`

/** A faulty release in which every GET of a post throws an error. */
const FAILS_TO_READ: Changes = {
  'server/http/app.ts': (text) =>
    text.replace(
      "app.route('/', probeRoutes(services))",
      "app.get('/api/posts/:id', () => { throw new Error('a mistake') }); $&",
    ),
}

const ENDS_AT_ONCE: Changes = { 'server/main.ts': () => `throw new Error('a mistake')\n` }

export const VARIANTS: Variant[] = [
  { name: 'good', version: '9.0.1', migration: null },
  { name: 'good with a migration', version: '9.0.2', migration: ADDS },
  { name: 'bad signature', version: '9.0.3', migration: null, isForged: true },
  { name: 'failing migration', version: '9.0.4', migration: `${ADDS}\n--> statement-breakpoint\nselect 1 / 0;` },
  { name: 'failing check', version: '9.0.5', migration: null, changes: FAILS_TO_READ },
  { name: 'failing check after a migration', version: '9.0.6', migration: ADDS, changes: FAILS_TO_READ },
  { name: 'failing start after a migration', version: '9.0.7', migration: ADDS, changes: ENDS_AT_ONCE },
]

async function entriesBelow(folder: string, prefix: string): Promise<Entry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    found
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map(async (entry): Promise<Entry> => {
        const path = join(entry.parentPath, entry.name)
        const name = `${prefix}${path.slice(folder.length + 1)}`
        if (entry.isSymbolicLink()) return { name, kind: 'link', target: await readlink(path) }
        const isExecutable = /\/(bin\/bun|native\/bin\/\w+)$/.test(path)
        return { name, kind: 'file', content: path, isExecutable }
      }),
  )
}

async function changed(root: string, { version, migration, changes = {} }: Variant): Promise<Map<string, string>> {
  const read = (path: string) => readFile(join(root, path), 'utf8')
  const files = new Map<string, string>()
  const manifest = JSON.parse(await read('package.json')) as { version: string }
  files.set('package.json', JSON.stringify({ ...manifest, version }, null, 2))
  // Without a new mark for the changed package.json the version would install its packages again.
  const manifests = [files.get('package.json')!, await read('bun.lock')]
  files.set('node_modules/.installed', Bun.hash(manifests.join()).toString(36))
  for (const [path, change] of Object.entries(changes)) files.set(path, change(await read(path)))
  const info = JSON.parse(await read(INFO_FILE)) as ReleaseInfo
  const migrations = [...info.migrations]
  const added = migration === null ? 0 : 1
  if (migration !== null) {
    const journal = JSON.parse(await read('drizzle/meta/_journal.json')) as { entries: Record<string, unknown>[] }
    const last = journal.entries.at(-1)!
    journal.entries.push({ ...last, idx: Number(last.idx) + 1, when: Number(last.when) + 1_000, tag: MIGRATION })
    files.set('drizzle/meta/_journal.json', JSON.stringify(journal))
    files.set(`drizzle/${MIGRATION}.sql`, migration)
    migrations.push({ name: MIGRATION, hash: new Bun.CryptoHasher('sha256').update(migration).digest('hex') })
  }
  files.set(INFO_FILE, JSON.stringify({ ...info, version, migrations, files: info.files + added }))
  return files
}

/** Creates a release file of a variant of the installed version `base`, and its signature; returns the file's path. */
export async function writeVariant(
  home: string,
  base: string,
  variant: Variant,
  folder: string,
  key: KeyObject,
): Promise<string> {
  const root = join(home, VERSIONS, base)
  const { version } = variant
  const prefix = `${HOME}/${VERSIONS}/${version}/`
  const files = await changed(root, variant)
  const entries = (await entriesBelow(root, prefix)).filter(({ name }) => !files.has(name.slice(prefix.length)))
  for (const [path, text] of files)
    entries.push({ name: `${prefix}${path}`, kind: 'file', content: Buffer.from(text), isExecutable: false })
  const beside = { kind: 'file' as const, isExecutable: false }
  entries.push(
    { ...beside, name: `${HOME}/${INFO_FILE}`, content: Buffer.from(files.get(INFO_FILE)!) },
    { ...beside, name: `${HOME}/${VERSION_FILE}`, content: Buffer.from(`${version}\n`) },
    { ...beside, name: `${HOME}/${PROGRAM}`, content: join(home, PROGRAM), isExecutable: true },
  )
  const file = join(folder, fileName(version, 'x64'))
  await writeFile(file, await packRelease(entries, new Date(0), 1))
  const signer = variant.isForged ? generateKeyPairSync('ed25519').privateKey : key
  await writeFile(`${file}.sig`, signDigest(await sha512Of(file), signer))
  return file
}

export async function trustKey(home: string, base: string, key: KeyObject): Promise<void> {
  const file = join(home, VERSIONS, base, 'release.pub')
  const known = await readFile(file, 'utf8')
  await writeFile(file, `${known.trim()}\n${key.export({ type: 'spki', format: 'pem' }).toString()}`)
}
