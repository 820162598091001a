import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, main, print } from './console.ts'
import { withDatabase } from './database.ts'
import { ensureInstalled } from './install.ts'

const HELP =
  'bun run backup [FILE | --send | --key FILE]: everything of this moment in one file (FILE.age: encrypted), also ' +
  'while the server runs; --send sends and prunes as the schedule does; --key makes a key pair'

async function createKey(file: string): Promise<number> {
  const { createKeyPair } = await import('#server/db/backup/encryption.ts')
  if (existsSync(file)) throw new CommandError(`There is a file ${file} already: name another.`)
  const { identity, recipient } = await createKeyPair()
  await Bun.write(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600 })
  print(`BACKUP_RECIPIENT=${recipient}`)
  print(`Keep a copy of ${file} elsewhere: without it encrypted backups cannot be opened.`)
  return 0
}

async function send(): Promise<number> {
  const { loadConfig, ensureSecrets } = await import('#server/config.ts')
  const { sendBackup } = await import('#server/features/backups/send.ts')
  const config = await ensureSecrets(loadConfig(process.env))
  return withDatabase(
    config,
    () => {},
    async (url, broken) => {
      const { bytes, place, restore } = await sendBackup(
        { ...config, databaseUrl: url, databaseDirectUrl: url },
        broken,
      )
      print(`${place} (${(bytes / 1_048_576).toFixed(1)} MiB)`)
      print(`On another machine, in the folder of the program:\n${restore.map((line) => `  ${line}`).join('\n')}`)
    },
  )
}

async function write(given: string | undefined): Promise<number> {
  const { loadConfig } = await import('#server/config.ts')
  const { writeBackup } = await import('#server/db/backup/write.ts')
  const { openMediaStorage } = await import('#server/media/open-storage.ts')

  const config = loadConfig(process.env)
  const now = new Date()
  const file = resolve(
    given ?? join(config.dataDir, 'backups', `watek-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.zst`),
  )
  const recipient = file.endsWith('.age') ? (config.environment.backup_recipient ?? null) : null
  if (file.endsWith('.age') && recipient === null)
    throw new CommandError('Set BACKUP_RECIPIENT to the public key that the file is encrypted for.')
  if (existsSync(file)) throw new CommandError(`There is a file ${file} already: name another.`)
  return withDatabase(
    config,
    () => {},
    async (url, broken) => {
      const { bytes } = await writeBackup({
        url,
        media: openMediaStorage(config),
        file,
        print,
        recipient,
        now,
        interrupted: broken,
      })
      print(`${file} (${(bytes / 1_048_576).toFixed(1)} MiB)`)
    },
  )
}

await main(async () => {
  const { values, positionals } = parseArgs({
    options: { send: { type: 'boolean', default: false }, key: { type: 'string' } },
    allowPositionals: true,
  })
  if (positionals.length > 1 || (positionals.length > 0 && (values.send || values.key !== undefined)))
    throw new CommandError('Say at most where to: bun run backup FILE')
  await ensureInstalled()
  if (values.key !== undefined) return createKey(resolve(process.env.INIT_CWD ?? process.env.PWD ?? '.', values.key))
  return values.send ? send() : write(positionals[0])
}, HELP)
