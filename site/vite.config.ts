import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { Endpoint } from '../shared/api/contract.ts'
import { publicContract } from '../shared/api/public.ts'
import { staffContract } from '../shared/api/staff.ts'
import { textChunks } from './build/text-chunks.ts'

/** Entry files of the client's build; server/ssr/assets.ts finds the built files by these names. */
const ENTRIES = ['site/entry-client.tsx', 'site/site.css']

/** Entry files of the first view: every page needs the first file, nearly every page the second. */
const FIRST_VIEW = ['site/entry-client.tsx', 'site/pages/home.tsx']

/** Decodes the contract, which is compressed to keep the first view small. */
const UNPACK = `
const mapped = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
const unpack = (contract) =>
  mapped(contract, (calls) =>
    mapped(calls, (call) => {
      const [method, path, from] = call.split(' ')
      return { method, path, from: from || undefined }
    }),
  )
`

/** Replaces the contract's schemas by methods and paths; forms import the schemas that they need. */
const wireContract: Plugin = {
  name: 'wire-contract',
  enforce: 'pre',
  transform(_, id) {
    const found = Object.entries({ publicContract, staffContract }).find(([name]) =>
      id.endsWith(`/shared/api/${name.replace('Contract', '')}.ts`),
    )
    if (!found) return
    const [exported, contract] = found
    const calls = Object.entries<Record<string, Endpoint>>(contract).map(([group, endpoints]) => [
      group,
      Object.fromEntries(
        Object.entries(endpoints).map(([name, { method, path, from }]) => [name, `${method} ${path} ${from ?? ''}`]),
      ),
    ])
    return {
      code: `${UNPACK}export const ${exported} = unpack(${JSON.stringify(Object.fromEntries(calls))})`,
      map: null,
    }
  },
}

const REACT_ROUTER = [
  ['react-router/dom', 'dom-export'],
  ['react-router', 'index'],
].map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: join(import.meta.dirname, `../node_modules/react-router/dist/production/${file}.mjs`),
}))

type Modules = { getModuleInfo: (id: string) => { importedIds: string[] } | null }

/** Puts the first view into one chunk, because two dozen small files need more bytes and requests. */
function firstView(): (id: string, modules: Modules) => string | null {
  let known: Set<string> | null = null
  const inFirstView = (modules: Modules) => {
    const found = new Set<string>()
    const add = (id: string) => {
      if (found.has(id)) return
      found.add(id)
      modules.getModuleInfo(id)?.importedIds.forEach(add)
    }
    for (const file of FIRST_VIEW) add(join(import.meta.dirname, '..', file))
    return found
  }
  return (id, modules) => {
    known ??= inFirstView(modules)
    return known.has(id) && !/\.css$|site\/pages\//.test(id) ? 'first' : null
  }
}

export default defineConfig(({ mode }) => ({
  root: '.',
  publicDir: 'site/public',
  clearScreen: false,
  plugins: [wireContract, textChunks(), react()],
  // Without the alias, the package's exports would select the development build.
  resolve: { alias: mode === 'production' ? REACT_ROUTER : [] },
  server: {
    // The names localhost, 127.0.0.1 and adult.localhost all resolve to this IP address.
    host: '127.0.0.1',
    open: false,
  },
  optimizeDeps: { entries: ['site/**/*.tsx', '!site/**/*.test.tsx'] },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      // No module is preloaded that the first view already contains.
      resolveDependencies: (_, deps, { hostId }) => (/^assets\/(pl|en)-/.test(hostId) ? [] : deps),
    },
    reportCompressedSize: false,
    rollupOptions: {
      input: ENTRIES,
      // Hashes are short, because the first view contains the name of every chunk.
      output: {
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: [{ debugName: 'first view', name: firstView() }] },
      },
    },
  },
}))
