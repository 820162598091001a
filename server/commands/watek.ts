import { lstatSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { CommandError, main, print, ROOT, WATEK_HOME } from './console.ts'

/** `run` is a function of the arguments after the name, or the file of a script in package.json. */
type Command = {
  name: string
  says: string
  usage: string
  run: string | ((args: string[]) => Promise<number | void>)
  /** Positions of arguments that are file paths, relative to the folder in which the command was typed. */
  files?: number[]
  /** Whether the command runs as root even if the data belongs to another user. */
  asRoot?: true
}

const COMMANDS: Command[] = [
  {
    name: 'start',
    says: 'starts the server, and finishes or takes back an interrupted update',
    usage: `watek start [--background]
Runs until it is stopped; --background returns once it answers and writes what it says to DATA_DIR/watek.log.
An update that was interrupted is finished or taken back first.`,
    run: async (args) => (await import('./service.ts')).start(args),
  },
  {
    name: 'stop',
    says: 'stops it',
    usage: 'watek stop: ends the server in order and waits for it',
    run: async () => (await import('./service.ts')).stop(),
  },
  {
    name: 'status',
    says: 'what runs, which version, where it answers',
    usage: 'watek status [--json]: what runs, which version, where it answers; exit code 3 where nothing runs',
    run: async (args) => (await import('./service.ts')).status(args),
  },
  {
    name: 'setup',
    says: 'the address and the code of the set-up page',
    usage: 'watek setup: the address and the one-time code of the set-up page, while no admin exists',
    run: async () => (await import('./service.ts')).setup(),
  },
  {
    name: 'update',
    says: 'to the version of a file, or back if anything fails',
    usage: `watek update FILE: to the version of a release file, whose signature lies beside it as FILE.sig
Checks signature, version and space, backs up, migrates, checks the new version and replaces the workers one by one.
Without migrations no request fails; with migrations members can only read meanwhile, and it is said for how long.
If anything fails everything is as before. What happened is in DATA_DIR/updates.log.`,
    run: async (args) => (await import('./update.ts')).update(args),
    files: [0],
    asRoot: true,
  },
  {
    name: 'rollback',
    says: 'to the version before the last update',
    usage: `watek rollback: to the version before the last update, on the present database: nothing is lost.
The backup of before that update stays in DATA_DIR/backups.`,
    run: async () => (await import('./update.ts')).rollback(),
    asRoot: true,
  },
  { name: 'backup', says: 'everything of this moment in one file', usage: '', run: './backup.ts', files: [0] },
  { name: 'restore', says: 'a backup into an empty database', usage: '', run: './restore.ts', files: [0] },
  {
    name: 'doctor',
    says: 'checks settings and everything that the server needs',
    usage: `watek doctor [--json | --estimate MEMBERS]
Checks settings, folders, disk, memory, clock, port, database, Redis, store of media, mail, address, workers, jobs and
backups. Each line is ok, warning or error, with what to do. Exit code 1 where there is an error.
--estimate says what the forum costs, and what so many daily members would.`,
    run: async (args) => (await import('./doctor.ts')).doctor(args),
  },
  { name: 'admin grant', says: 'makes an account an admin', usage: '', run: './admin-grant.ts' },
  { name: 'admin revoke', says: 'ends every session of the panel', usage: '', run: './admin-revoke.ts' },
  {
    name: 'admin reset-factors',
    says: 'turns two-step login and passkeys of a member off',
    usage: '',
    run: './account-reset-factors.ts',
  },
  { name: 'import', says: 'a former forum moves in', usage: '', run: './import.ts' },
  { name: 'media copy', says: 'copies media of DATA_DIR into the S3 store', usage: '', run: './media-copy.ts' },
  {
    name: 'install-service',
    says: 'writes the systemd units',
    usage: `watek install-service [--to /etc/systemd/system] [--user watek]
Writes the units of the server and of its backups for this folder and DATA_DIR, and says what to run next.`,
    run: async (args) => (await import('./install-service.ts')).installService(args),
    asRoot: true,
  },
]

const INTERNAL = 'step'

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length)) + 2
  return [
    'watek COMMAND, and watek COMMAND --help',
    '',
    ...COMMANDS.map(({ name, says }) => `  ${name.padEnd(width)}${says}`),
    '',
    'Settings are read from the environment and from .env beside the program; .env.example has all of them.',
  ].join('\n')
}

function find(args: string[]): { command: Command; rest: string[] } | null {
  for (const length of [2, 1]) {
    const command = COMMANDS.find(({ name }) => name === args.slice(0, length).join(' '))
    if (command) return { command, rest: args.slice(length) }
  }
  return null
}

/** A relative DATA_DIR is relative to the program's folder, since each installed version has its own folder in it. */
function settleDataDir(): string {
  const home = WATEK_HOME ?? ROOT
  const given = process.env.DATA_DIR || join(home, 'data')
  return (process.env.DATA_DIR = isAbsolute(given) ? given : resolve(home, given))
}

/** PostgreSQL and the server run as the owner of the data folder, so root becomes that user. */
function becomeOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const found = lstatSync(dataDir, { throwIfNoEntry: false })
  if (!found || found.uid === 0) return
  process.setgroups?.([found.gid])
  process.setgid?.(found.gid)
  process.setuid?.(found.uid)
}

async function dispatch(args: string[]): Promise<number | void> {
  if (args[0] === INTERNAL)
    return (await import('#server/update/steps.ts')).performStep({
      root: ROOT,
      env: process.env,
      name: args[1] ?? '',
      args: args.slice(2),
    })
  if (args[0] === undefined || ['help', '--help', '-h'].includes(args[0])) {
    print(overview())
    return args[0] === undefined ? 1 : 0
  }
  const found = find(args)
  if (!found && args[0] === 'admin') throw new CommandError('watek admin grant NAME | revoke | reset-factors NAME')
  if (!found) throw new CommandError(`There is no command ${args[0]}.\n${overview()}`)
  const { command, rest } = found
  if (typeof command.run !== 'string' && rest.some((arg) => arg === '--help' || arg === '-h')) {
    print(command.usage)
    return 0
  }
  const dataDir = settleDataDir()
  if (!command.asRoot) becomeOwner(dataDir)
  const from = process.env.WATEK_CWD || process.cwd()
  const resolved = rest.map((arg, at) =>
    command.files?.includes(at) && !arg.startsWith('-') ? resolve(from, arg) : arg,
  )
  if (typeof command.run !== 'string') return command.run(resolved)
  process.argv = [process.argv[0]!, process.argv[1]!, ...resolved]
  await import(command.run)
}

await main(() => dispatch(process.argv.slice(2)))
