import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './console.ts'

export type Outcome = { passed: boolean; output: string }

/** Runs one of Bun's own commands or a script of a package and collects what it prints. */
export function runBun(args: string[], cwd = ROOT): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => resolve({ passed: code === 0, output }))
  })
}

/** Lints the files below `root` by its .oxlintrc.json; one line for each finding. */
export function lint(root = ROOT): Promise<Outcome> {
  return runBun([join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--deny-warnings', '--format', 'unix', '.'], root)
}
