import { join } from 'node:path'
import type { Assets } from '#site/shell/document.tsx'
import type { WorkerName } from '#server/features/offline/routes.ts'
import type { Lang } from '#shared/i18n/plural.ts'

export type AssetResolver = {
  /** `files` are the source files of a page's routes. */
  assets: (lang: Lang, files: string[]) => Assets
  /** If offline reading is disabled, an empty worker replaces the service worker. */
  worker: (name: WorkerName) => Promise<string>
  /** Origins that pages in development may connect to besides their own (hot reload). */
  connect: string[]
}

/** Files with the texts that a page's code uses, by page; site/build/text-chunks.ts writes this manifest. */
type TextsManifest = Record<string, string[]>

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

const ENTRY = 'site/entry-client.tsx'
const STYLES = 'site/site.css'

/** Resolves assets of a production build from Vite's manifest. */
export async function builtAssets(clientDir: string): Promise<AssetResolver> {
  const manifest = (await Bun.file(join(clientDir, '.vite/manifest.json')).json()) as Manifest
  const texts = (await Bun.file(join(clientDir, '.vite/texts.json')).json()) as TextsManifest
  const withImports = (key: string, found = new Set<string>()): Set<string> => {
    const chunk = manifest[key]
    if (!chunk || found.has(chunk.file)) return found
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file)
    for (const imported of chunk.imports ?? []) withImports(imported, found)
    return found
  }
  const entry = manifest[ENTRY]!.file
  const byPage = new Map<string, Assets>()
  return {
    connect: [],
    worker: (name) => Bun.file(join(clientDir, `${name}.js`)).text(),
    assets(lang, files) {
      const key = [lang, ...files].join(' ')
      const known = byPage.get(key)
      if (known) return known
      const catalogs = files.flatMap((page) => texts[page] ?? []).map((name) => `shared/i18n/${lang}/${name}`)
      const sources = [ENTRY, `shared/i18n/${lang}.ts`, ...files, ...catalogs]
      const chunks = new Set(sources.flatMap((source) => [...withImports(source)]))
      chunks.delete(entry)
      const assets: Assets = {
        styles: [manifest[STYLES]!.file, ...[...chunks].filter((file) => file.endsWith('.css'))].map(
          (file) => `/${file}`,
        ),
        entry: `/${entry}`,
        scripts: [],
        preloads: [...chunks].filter((file) => file.endsWith('.js')).map((file) => `/${file}`),
      }
      byPage.set(key, assets)
      return assets
    },
  }
}

export function developmentAssets(viteOrigin: string): AssetResolver {
  const preamble = `import RefreshRuntime from '${viteOrigin}/@react-refresh'
RefreshRuntime.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
window.__vite_plugin_react_preamble_installed__ = true`
  return {
    connect: [viteOrigin, viteOrigin.replace(/^http/, 'ws')],
    worker: developmentWorker,
    assets: () => ({
      styles: [`${viteOrigin}/${STYLES}`],
      scripts: [`${viteOrigin}/@vite/client`, `${viteOrigin}/${ENTRY}`],
      preloads: [],
      preamble,
    }),
  }
}

const built = new Map<WorkerName, Promise<string>>()

/** A changed service worker needs a restart of the server. */
function developmentWorker(name: WorkerName): Promise<string> {
  const known = built.get(name)
  if (known) return known
  const made = buildWorker(name)
  built.set(name, made)
  return made
}

async function buildWorker(name: WorkerName): Promise<string> {
  const [{ build }, { workerBuild }] = await Promise.all([import('vite'), import('../../site/worker/vite.config.ts')])
  const { output } = (await build(await workerBuild(name, null))) as { output: { code: string }[] }
  return output[0]!.code
}
