import { resolve } from 'node:path'

export const ROOT = resolve(import.meta.dir, '../..')

/** The folder of an installed release; null in a clone, where Bun runs the scripts of package.json. */
export const WATEK_HOME = process.env.WATEK_HOME || null

/** The message contains the remedy and is printed without a stack trace. */
export class CommandError extends Error {
  override name = 'CommandError'
}

const FOR_PEOPLE = [
  'CommandError',
  'ConfigError',
  'EmbeddedPostgresError',
  'BackupError',
  'ReleaseError',
  'ControlError',
]

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Commands whose name in package.json differs from that of the program `watek`. */
const RENAMED: Record<string, string> = {
  'admin:grant': 'admin grant',
  'admin:revoke': 'admin revoke',
  'account:reset-factors': 'admin reset-factors',
  'media:copy': 'media copy',
}

/** Replaces `bun run` by `watek` in printed texts if this is an installed release. */
export const asCalledHere = (text: string, home = WATEK_HOME) =>
  home === null
    ? text
    : text.replaceAll(/bun run ([\w-]+(?::[\w-]+)*)/g, (_, name: string) => `watek ${RENAMED[name] ?? name}`)

const isAboutArguments = (error: unknown) => String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')

/** The option `--help` prints `usage` and does nothing else. */
export async function main(command: () => Promise<number | void>, usage?: string): Promise<never> {
  process.chdir(ROOT)
  if (usage !== undefined && process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    print(asCalledHere(usage))
    process.exit(0)
  }
  try {
    process.exit((await command()) ?? 0)
  } catch (error) {
    if (!(error instanceof Error) || !(FOR_PEOPLE.includes(error.name) || isAboutArguments(error))) throw error
    const help = isAboutArguments(error) && usage !== undefined ? `${usage}\n` : ''
    process.stderr.write(asCalledHere(`${error.message}\n${help}`))
    process.exit(1)
  }
}

export async function step<T>(title: string, run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  print(`${title} ...`)
  const result = await run()
  const seconds = (performance.now() - startedAt) / 1000
  if (seconds >= 1) print(`${title}: ${seconds.toFixed(1)} s`)
  return result
}
