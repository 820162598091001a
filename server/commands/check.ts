import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkImports } from './check-imports.ts'
import { main, ROOT, say } from './console.ts'
import { ensureDesktopInstalled } from './desktop-parts.ts'
import { ensureInstalled } from './install.ts'
import { lint, runBun, type Outcome } from './lint.ts'

/** The folders with a tsconfig: each has the globals of where its code runs. */
const PROJECTS = ['shared', 'shared/ui', 'shared/admin', 'site', 'server', 'server/ssr', 'e2e', 'bench', 'admin-desktop/renderer']
/** Needs the types of Electron's package, which the rest of the product does without. */
const DESKTOP = 'admin-desktop'

/** Runs every check that needs no running program; each counts as one. Prints what a failed one found. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const checks: [string, () => Promise<Outcome>][] = [
    ...[...PROJECTS, ...(await hasDesktopPackages() ? [DESKTOP] : [])].filter((folder) => existsSync(join(ROOT, folder, 'tsconfig.json'))).map(
      (folder): [string, () => Promise<Outcome>] => [`types of ${folder}`, () => runBun(['check', '--no-script', '-p', folder])],
    ),
    ['lint', () => lint()],
    ['imports', arrows],
  ]
  let failed = 0
  for (const [title, check] of checks) {
    const { passed, output } = await check()
    say(`${passed ? '(pass)' : '(fail)'} ${title}`)
    if (passed) continue
    failed += 1
    say(output.trimEnd())
  }
  return { passed: checks.length - failed, failed }
}

async function hasDesktopPackages(): Promise<boolean> {
  try {
    await ensureDesktopInstalled()
    return true
  } catch (error) {
    say(`(skip) types of ${DESKTOP}: ${(error as Error).message}`)
    return false
  }
}

async function arrows(): Promise<Outcome> {
  const lines = await checkImports(ROOT)
  return { passed: lines.length === 0, output: lines.join('\n') }
}

if (import.meta.main) {
  await main(async () => {
    await ensureInstalled()
    const args = process.argv.slice(2)
    // `bun check -p folder` runs this script: what it was given is meant for the type checker.
    if (args.length > 0) {
      const { passed, output } = await runBun(['check', '--no-script', ...args])
      say(output.trimEnd())
      return passed ? 0 : 1
    }
    const { failed } = await runChecks()
    return failed === 0 ? 0 : 1
  })
}
