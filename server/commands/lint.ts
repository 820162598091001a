import { join } from 'node:path'
import { runProgram } from '#server/lib/programs.ts'
import { ROOT } from './console.ts'

export type Outcome = { passed: boolean; output: string }

/** Runs one of Bun's own commands or a script of a package and collects its output. */
export async function runBun(args: string[], cwd = ROOT): Promise<Outcome> {
  const { code, output } = await runProgram(process.execPath, args, { cwd })
  return { passed: code === 0, output }
}

/** Lints the files below `root` by its .oxlintrc.json; one line for each finding. */
export function lint(root = ROOT): Promise<Outcome> {
  return runBun([join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--deny-warnings', '--format', 'unix', '.'], root)
}
