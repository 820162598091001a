import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Built files go where the server looks for them; both entries are known to it by these names (server/ssr/assets.ts). */
const ENTRIES = ['site/entry-client.tsx', 'shared/styles/site.css']

// Paths are from the repository's root: shared/ belongs to the client as well.
export default defineConfig({
  root: '.',
  publicDir: 'site/public',
  clearScreen: false,
  plugins: [react()],
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
