import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { runProgram } from '#server/lib/programs.ts'

const PACKAGES: [program: string, packages: string[]][] = [
  ['redis-server', ['redis-server']],
  ['haproxy', ['haproxy']],
  ['pgbouncer', ['pgbouncer']],
  ['swift-proxy-server', ['swift', 'swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']],
]
const POLICY = '/usr/sbin/policy-rc.d'

/** Returns the programs that are still missing. */
export async function installPrograms(print: (line: string) => void): Promise<string[]> {
  process.env.PATH = `${process.env.PATH ?? ''}:/usr/sbin`
  const missing = () => PACKAGES.filter(([program]) => Bun.which(program, { PATH: process.env.PATH! }) === null)
  if (missing().length === 0 || process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    return missing().map(([program]) => program)
  const isOurs = !existsSync(POLICY)
  // Prevents packages from starting their services on the default ports.
  if (isOurs) await writeFile(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await runProgram('apt-get', ['update'], { cwd: '/', isAttached: true })
    for (const [program, packages] of missing()) {
      print(`Installing ${program} ...`)
      await runProgram('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
        cwd: '/',
        isAttached: true,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    }
  } finally {
    if (isOurs) await rm(POLICY)
  }
  return missing().map(([program]) => program)
}
