import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packRelease, type Entry } from '#server/release/archive.ts'
import { fileName, type Architecture, type ReleaseInfo } from '#server/release/layout.ts'
import { sha512Of, signDigest } from '#server/release/signature.ts'
import { readUpdates } from './journal.ts'
import { versionInForce, type Machine } from './machine.ts'
import { recoverUpdate } from './recover.ts'
import { isInFlight, readState, STEPS, writeState, type Step } from './state.ts'
import { rollBack, updateTo } from './update.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-update-test-'))
afterAll(() => rm(folder, { recursive: true }))
const keys = generateKeyPairSync('ed25519')
const PUBLIC_KEY = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()

let machine: Machine
let calls: () => Promise<string[]>

/** Replaces Bun: records which step ran with which version, and fails at the step named in the file `fails`. */
const bunOf = (migrations: string[]) => `#!/bin/sh
version=\${PWD##*/}
step=$4
echo "$version $step" >> "$DATA_DIR/calls"
case $step in
  pending) echo '${JSON.stringify({ migrations, database_bytes: 1_000, may_create_databases: true })}' ;;
  way-back) cat "$DATA_DIR/way-back" ;;
  copy) echo paused; read -r line || exit 1 ;;
  rehearse) echo '{"migrating_ms":1500,"starting_ms":2000}' ;;
  migrate) : > "$DATA_DIR/migrated" ;;
  is-newer) if [ -e "$DATA_DIR/migrated" ]; then echo true; else echo false; fi ;;
  swap | put-back) rm -f "$DATA_DIR/migrated" ;;
esac
read -r starts < "$DATA_DIR/starts" || :
if [ "$starts" = "$step" ]; then
  cp /bin/sleep bin/database
  "$PWD/bin/database" 60 > /dev/null 2>&1 &
  echo $! > "$DATA_DIR/database.pid"
fi
read -r fails < "$DATA_DIR/fails" || :
if [ "$fails" = "$step" ]; then echo "the step $step broke" >&2; exit 1; fi
`

const infoOf = (version: string, changes: Partial<ReleaseInfo> = {}): string =>
  JSON.stringify({
    version,
    arch: 'x64',
    commit: null,
    created_at: '2026-01-01T00:00:00.000Z',
    bun: '1.4.5',
    postgres: '18.4.0',
    migrations: [],
    bytes: 1_000,
    files: 3,
    ...changes,
  })

const filesOf = (version: string, migrations: string[], changes: Partial<ReleaseInfo>) => ({
  'bin/bun': bunOf(migrations),
  'release.json': infoOf(version, changes),
  'release.pub': PUBLIC_KEY,
  'server/release/watek.sh': '#!/bin/sh\n',
})

async function release(version: string, migrations: string[] = [], changes: Partial<ReleaseInfo> = {}, key = keys) {
  const files = filesOf(version, migrations, changes)
  const file = (name: string, text: string): Entry => ({
    name,
    kind: 'file',
    content: Buffer.from(text),
    isExecutable: name.endsWith('bin/bun'),
  })
  const entries = [
    file('watek/release.json', files['release.json']),
    ...Object.entries(files).map(([name, text]) => file(`watek/versions/${version}/${name}`, text)),
  ]
  const path = join(folder, fileName(version, (changes.arch ?? 'x64') as Architecture))
  await writeFile(path, await packRelease(entries, new Date(0), 1))
  await writeFile(`${path}.sig`, signDigest(await sha512Of(path), key.privateKey))
  return path
}

beforeEach(async () => {
  const home = join(folder, crypto.randomUUID())
  const dataDir = join(home, 'data')
  const root = join(home, 'versions/1.0.0')
  for (const made of [join(root, 'bin'), join(root, 'server/release'), dataDir]) await mkdir(made, { recursive: true })
  for (const [name, text] of Object.entries(filesOf('1.0.0', [], {}))) await writeFile(join(root, name), text)
  await chmod(join(root, 'bin/bun'), 0o755)
  await writeFile(join(home, 'version'), '1.0.0\n')
  for (const name of ['fails', 'starts']) await writeFile(join(dataDir, name), 'nothing\n')
  await writeFile(join(dataDir, 'way-back'), 'copy\n')
  await mkdir(join(dataDir, 'postgres'))
  machine = { home, dataDir, env: { ...process.env, DATABASE_URL: '' }, print: () => {} }
  calls = async () => (await readFile(join(dataDir, 'calls'), 'utf8').catch(() => '')).split('\n').filter(Boolean)
})

const fail = (step: string) => writeFile(join(machine.dataDir, 'fails'), `${step}\n`)
const wayBack = (way: string) => writeFile(join(machine.dataDir, 'way-back'), `${way}\n`)
const isMigrated = () => Bun.file(join(machine.dataDir, 'migrated')).exists()
const versions = async () => (await readdir(join(machine.home, 'versions'))).toSorted()

describe('RUN-10 an update', () => {
  test('an update without migrations backs up, checks the new version and activates it', async () => {
    await updateTo(machine, await release('1.1.0'))
    expect(await calls()).toEqual(['1.1.0 pending', '1.0.0 backup', '1.1.0 check'])
    expect(await versionInForce(machine)).toBe('1.1.0')
    expect(isInFlight(await readState(machine.dataDir))).toBe(false)
    expect((await readUpdates(machine.dataDir))[0]).toMatchObject({ from: '1.0.0', to: '1.1.0', outcome: 'done' })
  })

  test('an update with migrations migrates a copy first and prints how long members cannot write', async () => {
    const said: string[] = []
    machine.print = (line) => said.push(line)
    await updateTo(machine, await release('1.1.0', ['0009_added']))
    expect(await calls()).toEqual([
      '1.1.0 pending',
      '1.0.0 way-back',
      '1.0.0 backup',
      '1.0.0 copy',
      '1.1.0 rehearse',
      '1.0.0 copy',
      '1.1.0 migrate',
    ])
    const announced = said.findIndex((line) => /Read-only for about 4 s: 1\.5 s of them/.test(line))
    expect(announced).toBeGreaterThan(said.indexOf('Backing up'))
    expect(said.indexOf('Migrating')).toBeGreaterThan(announced)
  })

  test('an update of an external database prints how long the backup makes it read-only', async () => {
    await wayBack('backup')
    const said: string[] = []
    machine.print = (line) => said.push(line)
    await updateTo(machine, await release('1.1.0', ['0009_added']))
    expect(await calls()).toEqual(['1.1.0 pending', '1.0.0 way-back', '1.0.0 backup', '1.1.0 migrate', '1.1.0 check'])
    expect(said.indexOf('Backing up')).toBeGreaterThan(said.findIndex((line) => /Read-only for about \d+ s/.test(line)))
  })

  test('a migration that fails on the copy never begins on the database, and members can write meanwhile', async () => {
    await fail('rehearse')
    await expect(updateTo(machine, await release('1.1.0', ['0009_added']))).rejects.toThrow('the step rehearse broke')
    expect(await calls()).not.toContain('1.1.0 migrate')
    expect((await readUpdates(machine.dataDir))[0]).toMatchObject({ outcome: 'undone', read_only_seconds: 0 })
  })

  test.each([
    ['backup', [], 'backing up'],
    ['check', [], 'checking'],
  ])('an update whose %s fails keeps the old version active', async (step, migrations) => {
    await fail(step)
    await expect(updateTo(machine, await release('1.1.0', migrations))).rejects.toThrow(`the step ${step} broke`)
    expect(await versionInForce(machine)).toBe('1.0.0')
    expect(await versions()).toEqual(['1.0.0'])
    expect((await readUpdates(machine.dataDir))[0]).toMatchObject({
      outcome: 'undone',
      reason: `the step ${step} broke`,
    })
  })

  test('the copied database is restored where a migration fails that succeeded on the copy', async () => {
    await fail('migrate')
    await expect(updateTo(machine, await release('1.1.0', ['0009_added']))).rejects.toThrow('taken back')
    expect((await calls()).at(-1)).toBe('1.0.0 put-back')
    expect(await isMigrated()).toBe(false)
    expect(await versionInForce(machine)).toBe('1.0.0')
  })

  test.each(['migrate', 'check'])('the backup is restored where %s fails with an external database', async (step) => {
    await wayBack('backup')
    await fail(step)
    await expect(updateTo(machine, await release('1.1.0', ['0009_added']))).rejects.toThrow('taken back')
    expect((await calls()).slice(-3)).toEqual(['1.0.0 is-newer', '1.0.0 restore', '1.0.0 swap'])
    expect(await isMigrated()).toBe(false)
    expect(await versionInForce(machine)).toBe('1.0.0')
  })

  test('a rolled-back update does not delete its version while a database that it started runs from it', async () => {
    await writeFile(join(machine.dataDir, 'starts'), 'pending\n')
    await fail('check')
    await expect(updateTo(machine, await release('1.1.0'))).rejects.toThrow('taken back')
    expect(await versions()).toEqual(['1.0.0', '1.1.0'])
    // The running database was started from the paths of version 1.1.0, so these files must stay after its rollback.
    await writeFile(join(machine.dataDir, 'starts'), 'nothing\n')
    await expect(updateTo(machine, await release('1.1.0'))).rejects.toThrow('taken back')
    expect(await versions()).toEqual(['1.0.0', '1.1.0'])
    process.kill(Number(await readFile(join(machine.dataDir, 'database.pid'), 'utf8')), 'SIGKILL')
    await expect(updateTo(machine, await release('1.1.0'))).rejects.toThrow('taken back')
    expect(await versions()).toEqual(['1.0.0'])
  })

  test('a backup that fails before the migrations needs no restore', async () => {
    await fail('backup')
    await expect(updateTo(machine, await release('1.1.0', ['0009_added']))).rejects.toThrow('taken back')
    expect(await calls()).not.toContain('1.0.0 restore')
    expect(await calls()).not.toContain('1.0.0 put-back')
  })
})

describe('RUN-10 an update with a new major version of PostgreSQL', () => {
  const newMajor = () => release('1.1.0', [], { postgres: '19.1.0' })

  test('an update to a new PostgreSQL major version restores a backup of the read-only server into it', async () => {
    const said: string[] = []
    machine.print = (line) => said.push(line)
    await updateTo(machine, await newMajor())
    expect(await calls()).toEqual([
      '1.1.0 pending',
      '1.0.0 way-back',
      '1.0.0 backup',
      '1.1.0 convert',
      '1.1.0 exchange',
    ])
    expect(said.join()).toMatch(/Read-only for about \d+ s: to bring 1 MiB of tables into the new major version/)
    expect(await versionInForce(machine)).toBe('1.1.0')
  })

  test('a restore that fails leaves the former database in place', async () => {
    await fail('convert')
    await expect(updateTo(machine, await newMajor())).rejects.toThrow('the step convert broke')
    expect(await calls()).not.toContain('1.0.0 put-back')
    expect(await versionInForce(machine)).toBe('1.0.0')
  })

  test('the former database is restored where replacing it fails', async () => {
    await fail('exchange')
    await expect(updateTo(machine, await newMajor())).rejects.toThrow('the step exchange broke')
    expect((await calls()).at(-1)).toBe('1.0.0 put-back')
    expect(await versionInForce(machine)).toBe('1.0.0')
  })

  test('a database with migrations of a later version is not moved to a new version of PostgreSQL', async () => {
    await wayBack('none')
    await expect(updateTo(machine, await newMajor())).rejects.toThrow('migrations of a later version')
  })
})

describe('RUN-10 an update that is refused changes nothing', () => {
  test.each<[string, () => Promise<string>, RegExp]>([
    ['there is no file', async () => join(folder, 'none'), /no file/],
    ['the key is foreign', () => release('1.1.0', [], {}, generateKeyPairSync('ed25519')), /signature is not of this/],
    [
      'there is no signature',
      async () => {
        const file = await release('1.1.0')
        await rm(`${file}.sig`)
        return file
      },
      /no signature/,
    ],
    [
      'the file was changed',
      async () => {
        const file = await release('1.1.0')
        await writeFile(file, Buffer.concat([await Bun.file(file).bytes(), Buffer.from('x')]))
        return file
      },
      /signature is not of this/,
    ],
    ['the version is older', () => release('0.9.0'), /is older than 1\.0\.0/],
    ['the version is in force', () => release('1.0.0'), /in force already/],
    ['it is for another processor', () => release('1.1.0', [], { arch: 'arm64' }), /for arm64/],
    ['it brings an older PostgreSQL', () => release('1.1.0', [], { postgres: '17.2.0' }), /older PostgreSQL/],
    ['it is too large for the disk', () => release('1.1.0', [], { bytes: 2 ** 50 }), /MiB left/],
  ])('an update is refused where %s', async (_, made, reason) => {
    await expect(updateTo(machine, await made())).rejects.toThrow(reason)
    expect(await calls()).toEqual([])
    expect(await versions()).toEqual(['1.0.0'])
    expect(await readState(machine.dataDir)).toBeNull()
    expect((await readUpdates(machine.dataDir))[0]).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(reason),
    })
  })

  test('a second update is refused while one is in flight', async () => {
    const file = await release('1.1.0')
    await updateTo(machine, file)
    const state = (await readState(machine.dataDir))!
    await writeState(machine.dataDir, { ...state, step: 'checking' })
    await expect(updateTo(machine, await release('1.2.0'))).rejects.toThrow('Another update is in flight')
  })
})

describe('RUN-10 an update that was killed', () => {
  /** Records the state of an update whose process was killed in this step. */
  async function killedAt(step: Step, migrations: string[]): Promise<void> {
    await updateTo(machine, await release('1.1.0', migrations))
    const state = (await readState(machine.dataDir))!
    await writeFile(join(machine.dataDir, 'release'), '1.0.0\n')
    await writeState(machine.dataDir, { ...state, step, reason: null, pid: 1, pid_started: 'gone' })
  }

  const BEFORE = STEPS.filter((step) => !['committed', 'done'].includes(step))

  const COPYING: Step[] = ['rehearsing', 'copying', 'converting', 'exchanging']

  test.each(
    ['copy', 'backup'].flatMap((way) =>
      BEFORE.filter((step) => (way === 'copy' ? step !== 'restoring' : !COPYING.includes(step))).map(
        (step) => [way, step] as const,
      ),
    ),
  )('an update with a %s that was killed while %s is rolled back at the next start', async (way, step) => {
    await wayBack(way)
    await killedAt(step, ['0009_added'])
    expect(await recoverUpdate(machine)).toBe(true)
    expect(await versionInForce(machine)).toBe('1.0.0')
    expect(isInFlight(await readState(machine.dataDir))).toBe(false)
    const hadBegun = !['unpacking', 'freezing', 'backing_up', 'rehearsing', 'copying', 'converting'].includes(step)
    expect((await calls()).includes(way === 'copy' ? '1.0.0 put-back' : '1.0.0 swap')).toBe(hadBegun)
    expect(await versions()).toEqual(['1.0.0'])
    expect(await recoverUpdate(machine)).toBe(false)
  })

  test('an update killed after it was committed is finished at the next start', async () => {
    await killedAt('committed', ['0009_added'])
    expect(await recoverUpdate(machine)).toBe(true)
    expect(await versionInForce(machine)).toBe('1.1.0')
    expect(await isMigrated()).toBe(true)
    expect((await readUpdates(machine.dataDir))[0]).toMatchObject({ outcome: 'done', to: '1.1.0' })
  })

  test('an update whose process is still running is not recovered by another process', async () => {
    await updateTo(machine, await release('1.1.0'))
    const state = (await readState(machine.dataDir))!
    await writeState(machine.dataDir, { ...state, step: 'checking' })
    expect(await recoverUpdate(machine)).toBe(false)
    expect((await readState(machine.dataDir))!.step).toBe('checking')
  })
})

describe('RUN-10 a rollback', () => {
  test('a rollback activates the version before the last update, on the current database', async () => {
    await updateTo(machine, await release('1.1.0', ['0009_added']))
    await rollBack(machine)
    expect(await versionInForce(machine)).toBe('1.0.0')
    expect(await isMigrated()).toBe(true)
    expect(await calls()).not.toContain('1.0.0 restore')
    expect(await versions()).toEqual(['1.0.0', '1.1.0'])
    await expect(rollBack(machine)).resolves.toBeUndefined()
    expect(await versionInForce(machine)).toBe('1.1.0')
  })

  test('a rollback is refused if no update was made before', async () => {
    await expect(rollBack(machine)).rejects.toThrow('no update to version 1.0.0')
  })
})
