import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** The message is one sentence with the reason. */
export class ReleaseError extends Error {
  override name = 'ReleaseError'
}

/*
 * What a release file unpacks to. Versions lie beside each other; DATA_DIR/release names the one that is in force.
 *   watek/watek                    the program: starts the version in force with the Bun that came with it
 *   watek/release.json             the same as below, read before anything is unpacked
 *   watek/version                  the version of the file that was unpacked by hand last
 *   watek/versions/0.1.0/          bin/bun, node_modules, server, shared, site, drizzle, dist/client
 *   watek/versions/0.1.0/release.json
 *   watek/.env, watek/data/        settings and data, made by whoever runs it
 */
export const HOME = 'watek'
export const PROGRAM = 'watek'
export const VERSIONS = 'versions'
export const VERSION_FILE = 'version'
export const INFO_FILE = 'release.json'
export const SBOM_FILE = 'sbom.cdx.json'
export const BUN_FILE = 'bin/bun'

/** A file in DATA_DIR with one line: the current version. */
export const IN_FORCE_FILE = 'release'

export const ARCHITECTURES = ['x64', 'arm64'] as const
export type Architecture = (typeof ARCHITECTURES)[number]

/** Semantic versions are also safe as folder names. */
export const VERSION = /^\d+\.\d+\.\d+(-[\dA-Za-z.-]+)?$/

export const infoSchema = v.object({
  version: v.pipe(v.string(), v.regex(VERSION)),
  arch: v.picklist(ARCHITECTURES),
  commit: v.nullable(v.string()),
  created_at: v.string(),
  bun: v.string(),
  /** The version of the embedded PostgreSQL. */
  postgres: v.string(),
  migrations: v.array(v.object({ name: v.string(), hash: v.string() })),
  /** Total size of all unpacked files. */
  bytes: v.number(),
  files: v.number(),
})
export type ReleaseInfo = v.InferOutput<typeof infoSchema>

export const fileName = (version: string, arch: Architecture) => `watek-${version}-linux-${arch}.tar.zst`

export function parseInfo(text: string): ReleaseInfo {
  try {
    return v.parse(infoSchema, JSON.parse(text))
  } catch {
    throw new ReleaseError('The file is no release of this program: its release.json is missing or damaged.')
  }
}

/** Null if this program runs in the repository. */
export function releaseOf(root: string): ReleaseInfo | null {
  let text: string
  try {
    text = readFileSync(join(root, INFO_FILE), 'utf8')
  } catch {
    return null
  }
  return parseInfo(text)
}

export const majorOf = (version: string) => Number.parseInt(version, 10)
