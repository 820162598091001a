import { resolve } from 'node:path'

/** The repository's root: every command works from there, wherever it was called. */
export const ROOT = resolve(import.meta.dir, '../..')

/** A command cannot go on; the message is one sentence with the remedy. */
export class CommandError extends Error {
  override name = 'CommandError'
}

const FOR_PEOPLE = ['CommandError', 'ConfigError', 'EmbeddedPostgresError', 'BackupError']

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Runs a command and ends the process with its exit code; what was meant for a person to read is printed without a stack. */
export async function main(command: () => Promise<number | void>): Promise<never> {
  process.chdir(ROOT)
  try {
    process.exit((await command()) ?? 0)
  } catch (error) {
    if (!(error instanceof Error) || !FOR_PEOPLE.includes(error.name)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** Prints a step while it lasts and how it went; a step that takes a moment says how long it took. */
export async function step<T>(title: string, act: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  say(`${title} ...`)
  const result = await act()
  const seconds = (performance.now() - begun) / 1000
  if (seconds >= 1) say(`${title}: ${seconds.toFixed(1)} s`)
  return result
}
