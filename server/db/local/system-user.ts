import { runProgram } from '#server/lib/programs.ts'

export type SystemUser = { name: string; uid: number; gid: number }

type RunOptions = { user: SystemUser | null; env?: NodeJS.ProcessEnv; cwd?: string }

const NAME = 'postgres'

/** PostgreSQL refuses root, so root uses the system user `postgres`, created if missing; null is the current user. */
export async function databaseUser(log: (line: string) => void): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null
  const found = await lookUp()
  if (found) return found
  log('Adding the system user postgres: PostgreSQL does not run as root')
  const added = await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', NAME], {
    user: null,
  })
  const user = await lookUp()
  if (!user) throw new Error(`could not add the system user ${NAME}: ${added.output.trim()}`)
  return user
}

export async function canEnter(user: SystemUser, folder: string, write: boolean): Promise<boolean> {
  const script = write ? 'cd "$1" && test -w . && test -r .' : 'cd "$1"'
  return (await run('/bin/sh', ['-c', script, 'sh', folder], { user })).code === 0
}

export function run(program: string, args: string[], options: RunOptions): Promise<{ code: number; output: string }> {
  return runProgram(program, args, {
    cwd: '/',
    env: { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` },
    ...options,
  })
}

export function postgresEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

async function lookUp(): Promise<SystemUser | null> {
  const [uid, gid] = await Promise.all([
    run('id', ['-u', NAME], { user: null }),
    run('id', ['-g', NAME], { user: null }),
  ])
  if (uid.code !== 0 || gid.code !== 0) return null
  return { name: NAME, uid: Number(uid.output), gid: Number(gid.output) }
}
