import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ReleaseError, type Architecture } from './layout.ts'

/** A package in bun.lock: `name@version`, registry, dependencies, integrity. */
type Locked = [id: string, registry?: string, details?: object, integrity?: string]

type Component = {
  type: 'library' | 'platform'
  'bom-ref': string
  name: string
  version: string
  purl: string
  licenses?: { license: { id: string } | { name: string } }[] | { expression: string }[]
  hashes?: { alg: string; content: string }[]
}

const purlOf = (name: string, version: string) =>
  `pkg:npm/${name.startsWith('@') ? `%40${name.slice(1)}` : name}@${encodeURIComponent(version)}`

const hashesOf = (integrity: string | undefined) => {
  const [, sha512] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
  return sha512 ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] } : {}
}

function licencesOf(licence: unknown): Pick<Component, 'licenses'> {
  if (typeof licence !== 'string' || licence === '') return {}
  if (/ (OR|AND|WITH) /.test(licence)) return { licenses: [{ expression: licence }] }
  return { licenses: [{ license: /^[\w.+-]+$/.test(licence) ? { id: licence } : { name: licence } }] }
}

/** The keys are `name@version`; bun.lock is JSON with trailing commas. */
function lockedIntegrity(lock: string): Map<string, string | undefined> {
  const { packages } = JSON.parse(lock.replaceAll(/,(\s*[}\]])/g, '$1')) as { packages: Record<string, Locked> }
  return new Map(Object.values(packages).map(([id, , , integrity]) => [id, integrity]))
}

/** bun.lock must contain the version of every package in the folder. */
async function packagesIn(modules: string, files: string[], lock: string): Promise<Component[]> {
  const integrity = lockedIntegrity(lock)
  const manifests = files.filter((path) => /(^|\/node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
  const components = new Map<string, Component>()
  for (const path of manifests) {
    const { name, version, license } = JSON.parse(await readFile(join(modules, path), 'utf8')) as {
      name?: string
      version?: string
      license?: unknown
    }
    // Some packages have a second manifest in a subfolder, which describes no package of its own.
    if (!name || !version) continue
    const id = `${name}@${version}`
    if (!integrity.has(id)) throw new ReleaseError(`${id} is in the release and not in bun.lock.`)
    components.set(id, {
      type: 'library',
      'bom-ref': id,
      name,
      version,
      purl: purlOf(name, version),
      ...licencesOf(license),
      ...hashesOf(integrity.get(id)),
    })
  }
  return [...components.values()].toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1))
}

/** Derives a UUID from the contents, so that two builds have the same one. */
function serialOf(text: string): string {
  const hex = new Bun.CryptoHasher('sha256').update(text).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return `urn:uuid:${parts.join('-')}`
}

type Described = {
  version: string
  arch: Architecture
  bun: string
  bunSha256: string
  createdAt: string
  lock: string
  modules: string
  files: string[]
}

/** Returns a bill of materials in the format CycloneDX; PostgreSQL is one of the npm packages. */
export async function billOfMaterials(given: Described): Promise<string> {
  const components: Component[] = [
    {
      type: 'platform',
      'bom-ref': `bun@${given.bun}`,
      name: 'bun',
      version: given.bun,
      purl: `pkg:github/oven-sh/bun@bun-v${given.bun}`,
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-256', content: given.bunSha256 }],
    },
    ...(await packagesIn(given.modules, given.files, given.lock)),
  ]
  const root = `watek@${given.version}`
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(JSON.stringify([root, given.arch, components])),
    version: 1,
    metadata: {
      timestamp: given.createdAt,
      component: {
        type: 'application',
        'bom-ref': root,
        name: 'watek',
        version: given.version,
        purl: `pkg:generic/watek@${given.version}?arch=${given.arch}&os=linux`,
      },
    },
    components,
    dependencies: [{ ref: root, dependsOn: components.map((component) => component['bom-ref']) }],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
