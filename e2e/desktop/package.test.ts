import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'bun:test'
import {
  DESKTOP,
  ensureDesktopInstalled,
  findElectron,
  isStandIn,
  makeDesktop,
} from '../../server/commands/desktop-parts.ts'
import { runBun } from '../../server/commands/lint.ts'

/*
 * Packages the console with electron-builder and a real or a fake Electron. A package with the fake one is never
 * published.
 */

const program = findElectron()
const ON = program === null ? 'SKIPPED: no Electron to package' : isStandIn(program) ? 'stand-in' : 'Electron'
const on = (name: string, run: () => Promise<void>) =>
  test.skipIf(program === null || process.platform !== 'linux')(`${name} (${ON})`, run)
const out = await mkdtemp(join(tmpdir(), 'watek-package-'))
afterAll(() => rm(out, { recursive: true, force: true }))

/** The exact list of files in the package. */
const PACKED = [
  /^(package\.json|dist|dist\/(renderer|icons)(\/assets)?)$/,
  /^dist\/(main|main-main|preload)\.cjs$/,
  /^dist\/icons\/(256|overlay)\.png$/,
  /^dist\/renderer\/(index\.html|assets\/[\w-]+\.(js|css|svg))$/,
]

const FUSES: [string, boolean][] = [
  ['RunAsNode', false],
  ['EnableCookieEncryption', true],
  ['EnableNodeOptionsEnvironmentVariable', false],
  ['EnableNodeCliInspectArguments', false],
  ['EnableEmbeddedAsarIntegrityValidation', true],
  ['OnlyLoadAppFromAsar', true],
]

/**
 * A fake of the program fpm, which builds the .deb. It stores a copy of the desktop entry and lists the files that it
 * was given.
 */
const FPM = `#!/bin/sh
for argument in "$@"; do
  case "$argument" in *=/*) echo "\${argument#*=}" >> "$FPM_LIST";; esac
  case "$argument" in *.desktop=*) cp "\${argument%%=*}" "$FPM_ENTRY";; esac
done
`

on('DESK-6 the package contains only built files, with fuses set, icons and a desktop entry', async () => {
  await ensureDesktopInstalled()
  await makeDesktop()
  const [fpm, list, entry] = ['fpm', 'list', 'entry'].map((name) => join(out, name)) as [string, string, string]
  await writeFile(fpm, FPM)
  await chmod(fpm, 0o755)
  process.env.CUSTOM_FPM_PATH = fpm
  process.env.FPM_LIST = list
  process.env.FPM_ENTRY = entry
  const { output } = await runBun(
    [
      join(DESKTOP, 'node_modules/electron-builder/cli.js'),
      '--linux',
      'deb',
      '--publish',
      'never',
      `-c.electronDist=${dirname(program!)}`,
      `-c.directories.output=${out}`,
    ],
    DESKTOP,
  )
  const unpacked = join(out, 'linux-unpacked')
  expect(await readdir(unpacked), output).toContain('watek-console')

  const { listPackage, extractFile } = await import(join(DESKTOP, 'node_modules/@electron/asar/lib/asar.js'))
  const asar = join(unpacked, 'resources/app.asar')
  const files = (listPackage(asar, { isPack: false }) as string[]).map((file) => file.slice(1))
  expect(files.filter((file) => !PACKED.some((pattern) => pattern.test(file)))).toEqual([])
  expect(files).toEqual(
    expect.arrayContaining([
      'package.json',
      'dist/main.cjs',
      'dist/preload.cjs',
      'dist/renderer/index.html',
      'dist/icons/256.png',
    ]),
  )
  const code = ['dist/main.cjs', 'dist/preload.cjs'].map((file) => extractFile(asar, file).toString()).join()
  expect(code).not.toContain('drizzle')
  expect(code).not.toContain('ADMIN_PASSWORD')
  expect(code).not.toContain('bun:')
  expect(JSON.parse(extractFile(asar, 'package.json').toString())).toMatchObject({ main: 'dist/main.cjs' })

  const { getCurrentFuseWire, FuseV1Options } = await import(
    join(DESKTOP, 'node_modules/@electron/fuses/dist/index.js')
  )
  const wire = await getCurrentFuseWire(join(unpacked, 'watek-console'))
  expect(FUSES.map(([name]) => [name, wire[FuseV1Options[name]] === 49])).toEqual(FUSES)

  const desktopEntry = await readFile(entry, 'utf8')
  expect(desktopEntry).toContain('Name=Konsola Wątek')
  expect(desktopEntry).toContain('Name[en]=Wątek Console')
  expect(desktopEntry).toContain('MimeType=x-scheme-handler/watek-console;')
  expect(desktopEntry).toMatch(/Exec=.*watek-console.* %U/)
  const installed = await readFile(list, 'utf8')
  expect(
    [16, 24, 32, 48, 64, 128, 256, 512].filter(
      (size) => !installed.includes(`/hicolor/${size}x${size}/apps/watek-console.png`),
    ),
  ).toEqual([])
})
