import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkClassNames } from './check-class-names.ts'
import { checkContract } from './check-contract.ts'
import { checkExports } from './check-exports.ts'
import { checkFeatures } from './check-features.ts'
import { checkImports } from './check-imports.ts'
import { checkMigrations } from './check-migrations.ts'
import { checkWords } from './check-words.ts'
import { main, ROOT, print } from './console.ts'
import { ensureDesktopInstalled } from './desktop-parts.ts'
import { ensureInstalled } from './install.ts'
import { checkLineLengths } from './long-lines.ts'
import { checkFormat, lint, runBun, type Outcome } from './lint.ts'

const PROJECTS = [
  'shared',
  'shared/ui',
  'shared/admin',
  'site',
  'site/worker',
  'server',
  'server/ssr',
  'e2e',
  'bench',
  'admin-desktop/renderer',
]
/** The console's types need those of Electron, so they are checked only where Electron is installed. */
const DESKTOP = 'admin-desktop'

export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const checks: [string, () => Promise<Outcome>][] = [
    ...[...PROJECTS, ...((await hasDesktopPackages()) ? [DESKTOP] : [])]
      .filter((folder) => existsSync(join(ROOT, folder, 'tsconfig.json')))
      .map((folder): [string, () => Promise<Outcome>] => [
        `types of ${folder}`,
        () => runBun(['check', '--no-script', '-p', folder]),
      ]),
    ['format', () => checkFormat()],
    ['lint', () => lint()],
    ['imports', () => outcomeOf(checkImports)],
    ['exports', () => outcomeOf(checkExports)],
    ['class names', () => outcomeOf(checkClassNames)],
    ['words', () => outcomeOf(checkWords)],
    ['contract', () => outcomeOf(checkContract)],
    ['features', () => outcomeOf(checkFeatures)],
    ['migrations', () => outcomeOf(checkMigrations)],
    ['line lengths', () => outcomeOf(checkLineLengths)],
  ]
  let failed = 0
  for (const [title, check] of checks) {
    const { passed, output } = await check()
    print(`${passed ? '(pass)' : '(fail)'} ${title}`)
    if (passed) continue
    failed += 1
    print(output.trimEnd())
  }
  return { passed: checks.length - failed, failed }
}

async function hasDesktopPackages(): Promise<boolean> {
  try {
    await ensureDesktopInstalled()
    return true
  } catch (error) {
    print(`(skip) types of ${DESKTOP}: ${(error as Error).message}`)
    return false
  }
}

async function outcomeOf(check: (root: string) => Promise<string[]>): Promise<Outcome> {
  const lines = await check(ROOT)
  return { passed: lines.length === 0, output: lines.join('\n') }
}

if (import.meta.main) {
  await main(async () => {
    await ensureInstalled()
    const args = process.argv.slice(2)
    // `bun check -p folder` runs this script with the type checker's arguments.
    if (args.length > 0) {
      const { passed, output } = await runBun(['check', '--no-script', ...args])
      print(output.trimEnd())
      return passed ? 0 : 1
    }
    const { failed } = await runChecks()
    return failed === 0 ? 0 : 1
  })
}
