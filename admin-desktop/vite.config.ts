import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'

const common: UserConfig = { configFile: false, clearScreen: false, publicDir: false }
/** Build targets, a little older than Electron 45 with its Chromium 146 and Node 22. */
const PAGE = 'chrome140'
const NODE = 'node20'

/** Builds one CommonJS file, since a sandboxed preload script cannot load others. */
const program = (name: string, entry: string): UserConfig => ({
  ...common,
  root: 'admin-desktop',
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: entry,
    target: NODE,
    outDir: 'dist',
    emptyOutDir: false,
    minify: false,
    reportCompressedSize: false,
    rollupOptions: {
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: `${name}.cjs`, chunkFileNames: `${name}-[name].cjs` },
    },
  },
})

const parts: Record<string, UserConfig> = {
  renderer: {
    ...common,
    root: 'admin-desktop/renderer',
    base: '/',
    plugins: [react()],
    build: {
      target: PAGE,
      outDir: '../dist/renderer',
      emptyOutDir: true,
      sourcemap: false,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      // Inlined assets would break the page's CSP, which allows data: URLs for images only.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1_000,
    },
  },
  main: program('main', 'main/main.ts'),
  preload: program('preload', 'preload/preload.ts'),
}

/** Vite's mode names the part to build: `renderer`, `main` or `preload`. */
export default defineConfig(({ mode }) => parts[mode]!)
