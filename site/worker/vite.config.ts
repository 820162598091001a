import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InlineConfig } from 'vite'

/** The worker, and its replacement at `/sw.js` if offline use is switched off. */
export const WORKERS = { sw: 'sw.ts', 'sw-off': 'off.ts' } as const
export type WorkerName = keyof typeof WORKERS

const ROOT = join(import.meta.dirname, '../..')

type Manifest = Record<string, { file: string; src?: string; css?: string[] }>

/** Files that are too large to cache on every device, or useless without a network. */
const NOT_OFFLINE = /shared\/admin|site\/features\/(admin|streams|robots)\/|pages\/admin|recharts|hls|altcha|ort\./

async function clientOf(dir: string): Promise<{ version: string; files: string[] }> {
  const manifest = JSON.parse(await readFile(join(dir, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = Object.entries(manifest)
    .filter(([source]) => !NOT_OFFLINE.test(source))
    .flatMap(([, { file, css = [] }]) => [file, ...css])
  return { version: manifest['site/entry-client.tsx']!.file, files: [...new Set(files)].map((file) => `/${file}`) }
}

/** Without a client build (in development) no files are precached. */
export async function workerBuild(name: WorkerName, clientDir: string | null): Promise<InlineConfig> {
  const { version, files } = clientDir === null ? { version: 'development', files: [] } : await clientOf(clientDir)
  return {
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    define: {
      CLIENT_VERSION: JSON.stringify(version),
      CLIENT_FILES: JSON.stringify(files),
      'process.env.NODE_ENV': '"production"',
    },
    resolve: {
      alias: [
        { find: '#shared', replacement: join(ROOT, 'shared') },
        { find: '#site', replacement: join(ROOT, 'site') },
      ],
    },
    build: {
      outDir: clientDir ?? 'dist/worker',
      emptyOutDir: false,
      write: clientDir !== null,
      reportCompressedSize: false,
      rollupOptions: {
        input: join(import.meta.dirname, WORKERS[name]),
        output: { format: 'iife', entryFileNames: `${name}.js` },
      },
    },
  }
}
