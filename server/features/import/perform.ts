import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createDb } from '#server/db/driver/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { createFolderStorage } from '#server/media/folder-storage.ts'
import { openMediaStorage } from '#server/media/open-storage.ts'
import { inviteOwners } from './claims.ts'
import { createFileFetcher } from './fetch-files.ts'
import { EMPTY_MAP, ImportError, parseMap, proposal, type ImportMap } from './map.ts'
import { communityNamesNear } from './names.ts'
import type { Reader, RecordOf, Source } from './records.ts'
import { reportHtml, type Report } from './report.ts'
import { runImport } from './run.ts'
import { ensureOrigin } from './rows.ts'
import { loadSource } from './sources/index.ts'

export type ImportOptions = {
  config: Config
  source: string
  database: string | null
  dump: string | null
  prefix: string | null
  communities: string[]
  files: string | null
  /** Whether attachments missing in the folder of --files are downloaded from the former forum. */
  isFetching: boolean
  baseUrl: string
  map: string | null
  proposal: string
  legalBasis: string
  isDryRun: boolean
  mails: boolean
  /** The path of the import report without its file extension. */
  report: string
  print: (line: string) => void
  signal?: AbortSignal
}

async function proposedMap(reader: Reader): Promise<string> {
  const found: (RecordOf<'community'> & { name: string })[] = []
  const used = new Set<string>()
  for await (const one of reader.records()) {
    if (one.kind !== 'community') break
    let name = ''
    for (name of communityNamesNear(one.name ?? one.title)) if (!used.has(name)) break
    used.add(name)
    found.push({ ...one, name })
  }
  return proposal(found)
}

async function mapOf({ map, proposal: file, print }: ImportOptions, reader: Reader): Promise<ImportMap | null> {
  if (map !== null) return parseMap(await Bun.file(map).text())
  if (await Bun.file(file).exists()) {
    print(`${file} is there already: edit it and give it with --map, or delete it for a new proposal.`)
    return null
  }
  await Bun.write(file, await proposedMap(reader))
  print(`A proposal for the map is in ${file}: edit it and run the import again with --map ${file}`)
  return null
}

async function writeReport(file: string, report: Report): Promise<void> {
  await Bun.write(`${file}.json`, `${JSON.stringify(report, null, 1)}\n`, { mode: 0o600 })
  await Bun.write(`${file}.html`, reportHtml(report), { mode: 0o600 })
}

function printSums({ sums, agrees }: Report, print: ImportOptions['print']): void {
  for (const { table, in: rows, imported, merged, refused } of Object.values(sums))
    print(`${table}: ${rows} rows, ${imported} imported, ${merged} merged, ${refused} refused`)
  print(agrees ? 'Every row of the source is accounted for.' : 'The sums do not agree with the counts of the source.')
}

type Opened = { reader: Reader; files: string | null }

/** A dump in the source's own format is unpacked; a database dump is loaded into a scratch server. */
async function openSource(options: ImportOptions, source: Source): Promise<Opened> {
  const { config, database, dump, prefix, communities, files, print, signal } = options
  if (source.from === 'file' || dump === null)
    return { reader: await source.open({ database, file: dump, prefix, communities }), files }
  const work = { config, print, ...(signal && { signal }) }
  const unpacked = (await source.unpack?.(dump, work)) ?? (await loadScratch(dump, { dataDir: config.dataDir, print }))
  const given = { database: unpacked.database, file: null, prefix, communities }
  const reader = await source.open(given).catch(async (error) => {
    await unpacked.close()
    throw error
  })
  const close = () => reader.close().finally(unpacked.close)
  return { reader: { ...reader, close }, files: files ?? unpacked.files ?? null }
}

async function loadScratch(dump: string, options: { dataDir: string; print: ImportOptions['print'] }) {
  const { loadDump } = await import('./scratch/load.ts')
  const { url, close } = await loadDump(dump, options)
  return { database: url, close, files: undefined }
}

/** A first run without an import map and without --dry-run only writes the proposed map and returns null. */
export async function performImport(options: ImportOptions): Promise<Report | null> {
  const { config, source: name, legalBasis, isDryRun, print } = options
  if (legalBasis.trim() === '')
    throw new ImportError('Say on what basis you process these data: --legal-basis "consent of ..." It is stored.')
  const source = (await loadSource(name))!
  const url = config.databaseDirectUrl ?? config.databaseUrl!
  await migrate(url)
  const { reader, files } = await openSource(options, source)
  const trial = join(config.dataDir, 'import-dry-run')
  const { db, close } = createDb(url, { max: 1, statementTimeoutMs: 0 })
  try {
    const map = isDryRun && options.map === null ? EMPTY_MAP : await mapOf(options, reader)
    if (map === null) return null
    const media = isDryRun ? createFolderStorage(trial) : openMediaStorage(config)
    const report = await runImport({
      db,
      source,
      reader,
      map,
      baseUrl: options.baseUrl,
      legalBasis,
      botUsername: config.botUsername,
      isDryRun,
      print,
      files:
        files === null && !options.isFetching
          ? null
          : {
              folder: files,
              store: { config, media, db, now: () => new Date() },
              ...(options.isFetching && { fetch: createFileFetcher(source, new URL(options.baseUrl)) }),
            },
      ...(options.signal && { signal: options.signal }),
    })
    await writeReport(options.report, report)
    printSums(report, print)
    if (options.mails && !isDryRun) {
      const origin = await ensureOrigin(db, name, options.baseUrl)
      print(`${await inviteOwners(db, origin, new Date())} people are mailed how to claim their account.`)
    }
    print(`The report is in ${options.report}.html and .json.`)
    return report
  } finally {
    if (isDryRun) await rm(trial, { recursive: true, force: true })
    await close()
    await reader.close()
  }
}
