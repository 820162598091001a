import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { CommandError, ROOT } from '#server/commands/console.ts'
import { startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import type { Sizes } from '#server/db/seed/large.ts'
import { spawnServer, untilAnswers, type Forum, type Started } from './fixture.ts'

/** The server of another commit, with a data set of the same size as that of the current code. */
type OtherVersion = { commit: string; forum: Forum; server: Started; stop: () => Promise<void> }

async function run(
  command: string[],
  cwd: string,
  env: Record<string, string | undefined> = process.env,
): Promise<string> {
  const child = Bun.spawn(command, { cwd, env, stdout: 'pipe', stderr: 'pipe' })
  const [output, problems] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new CommandError(`${command.join(' ')} in ${cwd}: ${problems || output}`)
  return output.trim()
}

const commitOf = (revision: string): Promise<string> =>
  run(['git', 'rev-parse', '--short=12', '--verify', '--end-of-options', `${revision}^{commit}`], ROOT)

async function builtTree(commit: string, folder: string, print: (line: string) => void): Promise<string> {
  const tree = join(folder, 'tree')
  if (await Bun.file(join(tree, 'dist/client/.vite/manifest.json')).exists()) return tree
  print(`  building ${commit} ...`)
  const unfinished = join(folder, 'unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await rm(tree, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const archive = join(folder, 'tree.tar')
  await run(['git', 'archive', '--output', archive, commit], ROOT)
  await run(['tar', '-xf', archive, '-C', unfinished], folder)
  await rm(archive)
  await run([process.execPath, 'install', '--frozen-lockfile'], unfinished)
  await rename(unfinished, tree)
  await run([process.execPath, 'run', 'build'], tree)
  return tree
}

async function seededSet(tree: string, dataDir: string, sizes: Sizes, print: (line: string) => void): Promise<void> {
  const complete = join(dataDir, 'bench-set.json')
  const wanted = JSON.stringify(sizes)
  if (
    (await Bun.file(complete)
      .text()
      .catch(() => null)) === wanted
  )
    return
  print('  seeding its set ...')
  await mkdir(dataDir, { recursive: true })
  const options = Object.entries(sizes).flatMap(([name, size]) => [`--${name}`, String(size)])
  await run([process.execPath, 'run', 'seed', ...options], tree, {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
    // Production would require secrets, which seeding does not need.
    NODE_ENV: undefined,
  })
  await Bun.write(complete, wanted)
}

const migrationsOf = async (tree: string): Promise<string> => {
  const folder = join(tree, 'drizzle')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return (await Promise.all(files.map(async (name) => `${name}\n${await Bun.file(join(folder, name)).text()}`))).join(
    '\n',
  )
}

type Options = { home: string; revision: string; present: Forum; print: (line: string) => void }

/** A version with the same migrations uses the same database as the current code. */
export async function openOtherVersion({ home, revision, present, print }: Options): Promise<OtherVersion> {
  const commit = await commitOf(revision)
  const folder = join(home, 'against', commit)
  const tree = await builtTree(commit, folder, print)
  if ((await migrationsOf(tree)) === (await migrationsOf(ROOT))) {
    const server = await spawnServer({
      dataDir: join(folder, 'data'),
      settings: { DATABASE_URL: present.url },
      root: tree,
    })
    await untilAnswers(server)
    return { commit, server, forum: present, stop: () => server.stop() }
  }
  const dataDir = join(folder, `posts-${present.sizes.posts}`)
  await seededSet(tree, dataDir, present.sizes, print)
  // The server of the other version starts PostgreSQL with its own settings, then this process connects to it.
  const server = await spawnServer({ dataDir, root: tree })
  try {
    await untilAnswers(server)
    const embedded = await startEmbeddedPostgres({ dataDir, log: print })
    const sql = postgres(embedded.url, { max: 2, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
    const stop = async () => {
      await sql.end()
      await embedded.stop()
      await server.stop()
    }
    return { commit, server, forum: { url: embedded.url, sql, dataDir, sizes: present.sizes, embedded }, stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}
