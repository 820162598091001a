import { spawn, type ChildProcess } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseUser } from '#server/db/local/system-user.ts'
import { identity } from '#server/lib/programs.ts'
import { freePort } from '#server/lib/free-port.ts'

const PROGRAM = Bun.which('pgbouncer', { PATH: `${process.env.PATH ?? ''}:/usr/sbin` })

/** Why PgBouncer cannot run here, or null if it can. */
export const missingPgBouncer = PROGRAM ? null : 'not installed: pgbouncer'

type PgBouncer = {
  url: string
  log: () => string
  /** Routes new connections to another PostgreSQL server. */
  follow: (target: string) => Promise<void>
  stop: () => Promise<void>
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = connect(port, '127.0.0.1', () => probe.end(() => done(true)))
    probe.once('error', () => done(false))
  })

/** PgBouncer runs in transaction mode; `settings` are added to pgbouncer.ini. */
export async function startPgBouncer(
  target: string,
  settings: Record<string, string | number> = {},
): Promise<PgBouncer> {
  const { username, password, pathname } = new URL(target)
  const folder = await mkdtemp(join(tmpdir(), 'watek-pgbouncer-'))
  const port = await freePort()
  const users = join(folder, 'users.txt')
  const file = join(folder, 'pgbouncer.ini')
  const ini = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    max_client_conn: 200,
    default_pool_size: 5,
    server_login_retry: 1,
    ...settings,
  }
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o600 })
  const write = (to: URL) =>
    writeFile(
      file,
      [
        '[databases]',
        `${pathname.slice(1)} = host=${to.hostname} port=${to.port}`,
        '[pgbouncer]',
        ...Object.entries(ini).map(([name, value]) => `${name} = ${value}`),
        '',
      ].join('\n'),
    )
  await write(new URL(target))
  const user = await databaseUser(() => {})
  if (user) for (const path of [folder, users, file]) await chown(path, user.uid, user.gid)
  const child: ChildProcess = spawn(PROGRAM!, [file], {
    ...identity(user),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr!.on('data', (part: Buffer) => {
    log += part.toString()
  })
  const ended = new Promise((done) => child.once('exit', done))
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(log)
    await Bun.sleep(20)
  }
  const url = new URL(target)
  url.port = String(port)
  return {
    url: url.href,
    log: () => log,
    async follow(to) {
      await write(new URL(to))
      child.kill('SIGHUP')
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
