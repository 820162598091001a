import { spawn } from 'node:child_process'

export type SystemUser = { name: string; uid: number; gid: number }

export type RunOptions = { user: SystemUser | null; env?: NodeJS.ProcessEnv; cwd?: string }

const NAME = 'postgres'

/**
 * Whom PostgreSQL runs as: null means 'whoever runs us'. PostgreSQL refuses root, so root lends it the system user
 * `postgres`, made when missing. Throws where that user can be neither found nor made.
 */
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

/** Whether `user` can enter the folder and, if asked, write there. */
export async function canEnter(user: SystemUser, folder: string, write: boolean): Promise<boolean> {
  const script = write ? 'cd "$1" && test -w .' : 'cd "$1" && test -r .'
  return (await run('/bin/sh', ['-c', script, 'sh', folder], { user })).code === 0
}

/** Runs a program to its end. A program that cannot be started counts as code -1 with the reason as its output. */
export function run(program: string, args: string[], options: RunOptions): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...identity(options.user),
      env: options.env ?? { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` },
      cwd: options.cwd ?? '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
}

/** The spawn options that make a child run as `user`. */
export function identity(user: SystemUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** The environment of PostgreSQL's programs: ours without what would change their meaning. */
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
