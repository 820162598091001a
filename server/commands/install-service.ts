import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/config.ts'
import { CommandError, print, ROOT } from './console.ts'
import { machineOf } from './service.ts'

const UNITS = ['watek.service', 'watek-backup.service', 'watek-backup.timer']
const NAME = /^[a-z_][a-z0-9_-]*$/

type Place = { home: string; dataDir: string; user: string }

/** Adapts a systemd unit of docs/deploy, which is written for a clone in /opt/watek. */
export function unitFor(text: string, { home, dataDir, user }: Place): string {
  return text
    .replaceAll('/usr/local/bin/bun server/commands/start.ts', `${home}/watek start`)
    .replaceAll('/usr/local/bin/bun server/commands/backup.ts', `${home}/watek backup`)
    .replaceAll('/var/lib/watek/backups', `${dataDir}/backups`)
    .replaceAll('DATA_DIR=/var/lib/watek', `DATA_DIR=${dataDir}`)
    .replace(/^WorkingDirectory=.*$/m, `WorkingDirectory=${home}`)
    .replace(/^EnvironmentFile=.*$/m, `EnvironmentFile=-${home}/.env`)
    .replace(/^Documentation=.*\n/m, '')
    .replace(/^(User|Group)=.*$/gm, `$1=${user}`)
    .replace(/^# The program is in .*$/m, `# The program is in ${home}; data are in ${dataDir}.`)
    .replace(/^StateDirectory=.*\nStateDirectoryMode=.*\n/m, `ReadWritePaths=${dataDir}\n`)
    .replace(/^ProtectHome=yes$/m, home.startsWith('/home/') || dataDir.startsWith('/home/') ? 'ProtectHome=no' : '$&')
}

/** The units are neither enabled nor started, since the settings must be written first. */
export async function installService(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { to: { type: 'string', default: '/etc/systemd/system' }, user: { type: 'string', default: 'watek' } },
  })
  if (!NAME.test(values.user)) throw new CommandError('--user must be the name of a system user.')
  const { home, dataDir } = machineOf(loadConfig(process.env))
  if (/[\s%"'\\]/.test(home + dataDir)) throw new CommandError('The folders may not have spaces or % in their names.')
  await mkdir(values.to, { recursive: true }).catch(() => {})
  for (const name of UNITS) {
    const text = unitFor(await readFile(join(ROOT, 'docs/deploy', name), 'utf8'), { home, dataDir, user: values.user })
    await writeFile(join(values.to, name), text).catch((error: Error) => {
      throw new CommandError(`${join(values.to, name)} cannot be written (${error.message}): run this as root.`)
    })
    print(join(values.to, name))
  }
  print(
    [
      '',
      'Then, as root:',
      `  id ${values.user} || useradd --system --home-dir ${dataDir} --shell /usr/sbin/nologin ${values.user}`,
      `  install -d -o ${values.user} -g ${values.user} -m 0711 ${dataDir}`,
      ...(existsSync(join(home, '.env'))
        ? []
        : [`  install -m 600 ${ROOT}/.env.example ${home}/.env    # then edit it`]),
      '  systemctl daemon-reload && systemctl enable --now watek watek-backup.timer',
    ].join('\n'),
  )
  return 0
}
