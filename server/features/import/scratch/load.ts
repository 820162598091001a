import { spawn } from 'node:child_process'
import { ImportError } from '../map.ts'
import { openDumpFile, type DumpFile } from './dump-file.ts'
import { loadIntoMariadb } from './mariadb.ts'
import { createScratchPostgres, loadPlainDump, type Scratch } from './postgres.ts'

type Options = { dataDir: string; print: (line: string) => void }

/** `pg_restore` converts an archive to plain SQL without a server. */
function readArchive({ file, isPacked }: DumpFile): { chunks: AsyncIterable<Uint8Array>; end: Promise<void> } {
  const program = Bun.which('pg_restore')
  if (isPacked) throw new ImportError(`${file} is an archive of pg_dump in a packed file: unpack it first.`)
  if (program === null)
    throw new ImportError(
      `${file} is an archive of pg_dump, which pg_restore reads, and that is not installed here: install ` +
        'postgresql-client, or make the dump by pg_dump --format=plain.',
    )
  const child = spawn(program, ['--file=-', '--no-owner', '--no-privileges', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let failures = ''
  child.stderr.on('data', (chunk: Buffer) => (failures += chunk.toString().slice(0, 2_000)))
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new ImportError(`pg_restore cannot read ${file}: ${failures.trim().slice(0, 500)}`)),
    )
  })
  return { chunks: child.stdout, end: ended }
}

async function loadPostgres(dump: DumpFile, { dataDir, print }: Options): Promise<Scratch> {
  const archive = dump.kind === 'archive' ? readArchive(dump) : null
  archive?.end.catch(() => {})
  const scratch = await createScratchPostgres(dataDir, print)
  try {
    const { refused, reasons } = await loadPlainDump(scratch.url, archive?.chunks ?? dump.read())
    await archive?.end
    if (refused > 0) print(`${refused} statements of the dump failed, among them: ${reasons.join('; ')}`)
    return scratch
  } catch (error) {
    await scratch.close()
    throw error
  }
}

/** The dump goes into a scratch server, which `close` deletes. Throws `ImportError`. */
export async function loadDump(file: string, options: Options): Promise<Scratch> {
  const dump = await openDumpFile(file)
  if (dump.kind === 'redis') throw new ImportError(`${file} is of Redis, in which only NodeBB keeps a forum.`)
  options.print(`Loading ${file} into a scratch database ...`)
  return dump.kind === 'mysql'
    ? loadIntoMariadb(options.dataDir, dump.read(), options.print)
    : loadPostgres(dump, options)
}
