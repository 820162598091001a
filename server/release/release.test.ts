import { afterAll, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { packRelease, readInfo, unpackRelease, type Entry } from './archive.ts'
import { parseInfo, type ReleaseInfo } from './layout.ts'
import { billOfMaterials } from './sbom.ts'
import { isSignedBy, readPrivateKey, readPublicKeys, sha512Of, signDigest } from './signature.ts'

const ROOT = join(import.meta.dir, '../..')
const folder = await mkdtemp(join(tmpdir(), 'watek-release-test-'))
afterAll(() => rm(folder, { recursive: true }))

const VERSION = '1.2.3'
const BELOW = `watek/versions/${VERSION}/`
const info: ReleaseInfo = {
  version: VERSION,
  arch: 'x64',
  commit: null,
  created_at: '2026-01-02T03:04:05.000Z',
  bun: '1.4.5',
  postgres: '18.4.0',
  migrations: [],
  bytes: 10,
  files: 3,
}

const file = (name: string, text: string, isExecutable = false): Entry => ({
  name,
  kind: 'file',
  content: Buffer.from(text),
  isExecutable,
})

const entries: Entry[] = [
  file(`${BELOW}bin/bun`, 'program', true),
  file('watek/release.json', JSON.stringify(info)),
  file(`${BELOW}release.json`, JSON.stringify(info)),
  file(`${BELOW}zażółć.txt`, 'text'),
  { name: `${BELOW}link.so`, kind: 'link', target: 'bin/bun' },
]
const mtime = new Date(info.created_at)
const level = 3

async function written(name: string, content: Entry[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, await packRelease(content, mtime, level))
  return path
}

async function unpackInto(name: string, path: string): Promise<string> {
  const target = join(folder, name)
  await mkdir(target)
  await unpackRelease(path, VERSION, target)
  return target
}

describe('RUN-8 release files', () => {
  test('a release file has the same bytes whatever the order of its files', async () => {
    const [one, other] = await Promise.all([
      packRelease(entries, mtime, level),
      packRelease(entries.toReversed(), mtime, level),
    ])
    expect(one.equals(other)).toBe(true)
  })

  test('a release file has sorted names, the owner root, two modes and the time of the commit', async () => {
    const path = await written('listed.tar.zst', entries)
    const tar = join(folder, 'listed.tar')
    await writeFile(tar, zstdDecompressSync(await readFile(path)))
    const listed = Bun.spawnSync(['tar', '--utc', '--full-time', '--quoting-style=literal', '-tvf', tar])
    const lines = listed.stdout.toString().trim().split('\n')
    expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      expect.stringContaining('-rw-r--r-- root/root'),
      expect.stringContaining(`-rwxr-xr-x root/root 7 2026-01-02 03:04:05 ${BELOW}bin/bun`),
      expect.stringContaining(`${BELOW}link.so -> bin/bun`),
      expect.stringContaining(`${BELOW}release.json`),
      expect.stringContaining(`2026-01-02 03:04:05 ${BELOW}zażółć.txt`),
    ])
  })

  test('a release file unpacks to what was packed, links and modes included', async () => {
    const path = await written('whole.tar.zst', entries)
    const target = await unpackInto('whole', path)
    expect(await readInfo(path)).toEqual(info)
    expect(await readFile(join(target, 'bin/bun'), 'utf8')).toBe('program')
    expect((await lstat(join(target, 'bin/bun'))).mode & 0o777).toBe(0o755)
    expect((await lstat(join(target, 'zażółć.txt'))).mode & 0o777).toBe(0o644)
    expect(await readlink(join(target, 'link.so'))).toBe('bin/bun')
  })

  test('unpacking a release returns the digest of the bytes read', async () => {
    const path = await written('digest.tar.zst', entries)
    const target = join(folder, 'digest')
    await mkdir(target)
    expect((await unpackRelease(path, VERSION, target)).equals(await sha512Of(path))).toBe(true)
  })

  test.each([
    ['outside', file('etc/passwd', '')],
    ['above', file(`${BELOW}../../../above`, '')],
    ['a link to an absolute path', { name: `${BELOW}a`, kind: 'link', target: '/etc' } satisfies Entry],
    ['a link above', { name: `${BELOW}a/b`, kind: 'link', target: '../../c' } satisfies Entry],
  ])('a release file with a path that leads elsewhere (%s) is refused', async (name, entry) => {
    const path = await written(`${name}.tar.zst`, [...entries, entry])
    await expect(unpackInto(name, path)).rejects.toThrow(/holds a (path|link) that/)
  })

  test('a truncated release file, or a file that is no release, is refused with a message', async () => {
    const large = file(`${BELOW}large`, crypto.getRandomValues(new Uint8Array(60_000)).toHex())
    const whole = await readFile(await written('good.tar.zst', [...entries, large]))
    await writeFile(join(folder, 'cut'), whole.subarray(0, whole.length / 2))
    await expect(unpackInto('cut-target', join(folder, 'cut'))).rejects.toThrow('damaged or cut off')
    await writeFile(join(folder, 'nothing'), 'nothing')
    await expect(readInfo(join(folder, 'nothing'))).rejects.toThrow('cannot be read as a release')
    expect(() => parseInfo('{"version":"../1"}')).toThrow('no release of this program')
  })
})

describe('RUN-8 signatures', () => {
  const [one, other, foreign] = [1, 2, 3].map(() => generateKeyPairSync('ed25519'))
  const pem = (pair: typeof one) => pair!.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const digest = new Bun.CryptoHasher('sha512').update('file').digest() as Buffer
  const signature = (pair: typeof one) => Buffer.from(signDigest(digest, pair!.privateKey))

  test('a signature of either of two keys is accepted, so that keys can be rotated', () => {
    const keys = readPublicKeys(pem(one) + pem(other))
    expect([one, other, foreign].map((pair) => isSignedBy(digest, signature(pair), keys))).toEqual([true, true, false])
  })

  test('a signature of another file, or a truncated one, is refused', () => {
    const keys = readPublicKeys(pem(one))
    const changed = Buffer.from(digest)
    changed[0]! ^= 1
    expect(isSignedBy(changed, signature(one), keys)).toBe(false)
    expect(isSignedBy(digest, signature(one).subarray(0, 40), keys)).toBe(false)
    expect(isSignedBy(digest, Buffer.alloc(64), keys)).toBe(false)
  })

  test('a signature can be checked with openssl, as documented', async () => {
    const paths = ['digest.bin', 'signature.bin', 'key.pub'].map((name) => join(folder, name))
    await writeFile(paths[0]!, digest)
    await writeFile(paths[1]!, Buffer.from(signature(one).toString(), 'base64'))
    await writeFile(paths[2]!, pem(one))
    const args = ['-verify', '-pubin', '-inkey', paths[2]!, '-rawin', '-in', paths[0]!, '-sigfile', paths[1]!]
    expect(Bun.spawnSync(['openssl', 'pkeyutl', ...args]).exitCode).toBe(0)
  })

  test('release keys must be Ed25519 keys, and at most two are trusted', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    expect(() => readPrivateKey(rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toThrow('Ed25519')
    expect(() => readPrivateKey('nothing')).toThrow('no private key')
    expect(() => readPublicKeys(pem(one) + pem(other) + pem(foreign))).toThrow('one or two')
    expect(() => readPublicKeys('')).toThrow('one or two')
  })

  test('the repository contains the keys that releases are checked with', async () => {
    expect(readPublicKeys(await readFile(join(ROOT, 'release.pub'), 'utf8')).length).toBeGreaterThan(0)
  })
})

test('RUN-8 the bill of materials lists every bundled package with the version of bun.lock', async () => {
  const modules = join(ROOT, 'node_modules')
  const described = {
    version: VERSION,
    arch: 'x64' as const,
    bun: '1.4.5',
    bunSha256: 'ab',
    createdAt: info.created_at,
    lock: await readFile(join(ROOT, 'bun.lock'), 'utf8'),
    modules,
    files: ['hono/package.json', '@simplewebauthn/server/package.json', 'hono/dist/index.js'],
  }
  const text = await billOfMaterials(described)
  const bill = JSON.parse(text) as {
    specVersion: string
    components: { name: string; purl: string; hashes: object[] }[]
  }
  expect(bill.components.map(({ purl }) => purl)).toEqual([
    'pkg:github/oven-sh/bun@bun-v1.4.5',
    expect.stringMatching(/^pkg:npm\/%40simplewebauthn\/server@\d/),
    expect.stringMatching(/^pkg:npm\/hono@\d/),
  ])
  expect(bill.components[2]!.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }])
  expect(await billOfMaterials(described)).toBe(text)
})

describe('RUN-9 the program watek', () => {
  /** Installs a version whose Bun is a script that prints its arguments. */
  async function installVersion(home: string, version: string): Promise<void> {
    const root = join(home, 'versions', version)
    await mkdir(join(root, 'bin'), { recursive: true })
    await writeFile(join(root, 'bin/bun'), '#!/bin/sh\necho "$PWD|$DATA_DIR|$WATEK_HOME|$NODE_ENV|$*"\n', {
      mode: 0o755,
    })
  }

  /** Installs two versions, of which 1.0.0 is the default. */
  async function installProgram(): Promise<string> {
    const home = await mkdtemp(join(folder, 'installed-'))
    await installVersion(home, '1.0.0')
    await installVersion(home, '1.1.0')
    await writeFile(join(home, 'version'), '1.0.0\n')
    await writeFile(join(home, 'watek'), await readFile(join(ROOT, 'server/release/watek.sh')), { mode: 0o755 })
    await mkdir(join(home, 'data'))
    return home
  }

  const run = (program: string, env: Record<string, string> = {}) =>
    Bun.spawnSync([program, 'status', '--json'], { env: { PATH: process.env.PATH!, ...env }, cwd: folder })
      .stdout.toString()
      .trim()

  const versionOf = (said: string) => /versions\/([\d.]+)\|/.exec(said)?.[1]

  test('the launcher starts the active version with its bundled Bun', async () => {
    const home = await installProgram()
    const program = join(home, 'watek')
    expect(run(program)).toBe(
      `${home}/versions/1.0.0|${home}/data|${home}|production|--no-env-file server/commands/watek.ts status --json`,
    )
    await writeFile(join(home, 'data/release'), '1.1.0\n')
    expect(versionOf(run(program))).toBe('1.1.0')
    // This folder names no current version, so the default version runs.
    expect(versionOf(run(program, { DATA_DIR: folder }))).toBe('1.0.0')
    await symlink(program, join(folder, 'linked'))
    expect(versionOf(run(join(folder, 'linked')))).toBe('1.1.0')
  })

  test('the launcher runs no version outside its folder, and its default version if one is missing', async () => {
    const home = await installProgram()
    for (const name of ['../../evil', '9.9.9', '', '.']) {
      await writeFile(join(home, 'data/release'), `${name}\n`)
      expect(versionOf(run(join(home, 'watek')))).toBe('1.0.0')
    }
  })

  test('the launcher reads settings from .env beside it, including a relative DATA_DIR', async () => {
    const home = await installProgram()
    await writeFile(join(home, '.env'), 'PORT=1\nDATA_DIR="./elsewhere"\n')
    expect(run(join(home, 'watek'))).toContain(`|${home}/elsewhere|`)
    expect(run(join(home, 'watek'))).toContain(`--env-file=${home}/.env server/commands/watek.ts`)
    expect(run(join(home, 'watek'), { DATA_DIR: '/given' })).toContain('|/given|')
  })
})
