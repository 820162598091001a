import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { Endpoint } from '../shared/api/contract.ts'
import { publicContract } from '../shared/api/public.ts'
import { staffContract } from '../shared/api/staff.ts'

/** Built files go where the server looks for them; both entries are known to it by these names (server/ssr/assets.ts). */
const ENTRIES = ['site/entry-client.tsx', 'shared/styles/site.css']

/** As much of the contract as a browser needs to make its calls: the schemas check in the server, and forms import their own. */
const wireContract: Plugin = {
  name: 'wire-contract',
  enforce: 'pre',
  transform(_, id) {
    const found = Object.entries({ publicContract, staffContract }).find(([name]) => id.endsWith(`/shared/api/${name.replace('Contract', '')}.ts`))
    if (!found) return
    const [exported, contract] = found
    const calls = Object.entries<Record<string, Endpoint>>(contract).map(([group, endpoints]) => [
      group,
      Object.fromEntries(Object.entries(endpoints).map(([name, { method, path, from }]) => [name, { method, path, from }])),
    ])
    return { code: `export const ${exported} = ${JSON.stringify(Object.fromEntries(calls))}`, map: null }
  },
}

// Paths are from the repository's root: shared/ belongs to the client as well.
export default defineConfig({
  root: '.',
  publicDir: 'site/public',
  clearScreen: false,
  plugins: [wireContract, react()],
  server: {
    // An address, not a name: pages come from localhost, 127.0.0.1 and adult.localhost, and all of them reach this one.
    host: '127.0.0.1',
    open: false,
  },
  optimizeDeps: { entries: ['site/**/*.tsx', '!site/**/*.test.tsx'] },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: { input: ENTRIES },
  },
})
