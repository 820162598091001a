import { join } from 'node:path'
import { runProgram } from '#server/lib/programs.ts'
import { ROOT } from './console.ts'

export type Outcome = { passed: boolean; output: string }

export async function runBun(args: string[], cwd = ROOT): Promise<Outcome> {
  const { code, output } = await runProgram(process.execPath, args, { cwd })
  return { passed: code === 0, output }
}

export function lint(root = ROOT): Promise<Outcome> {
  return runBun([join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--deny-warnings', '--format', 'unix', '.'], root)
}

export function checkFormat(root = ROOT): Promise<Outcome> {
  return runBun([join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), '--check', '.'], root)
}
