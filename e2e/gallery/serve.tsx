import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToString } from 'react-dom/server'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { Gallery } from './Gallery.tsx'

type Chunk = { type: 'chunk'; isEntry: boolean; fileName: string; code: string }
type Asset = { type: 'asset'; fileName: string; source: string | Uint8Array }

const ROOT = join(import.meta.dir, '../..')

/**
 * Bundles scripts and styles as the site ships them, with React's development code, which reports hydration mismatches.
 */
async function bundle() {
  const mode = 'development'
  const result = await build({
    root: import.meta.dir,
    configFile: false,
    logLevel: 'warn',
    mode,
    plugins: [react()],
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    build: {
      write: false,
      rollupOptions: {
        input: [join(import.meta.dir, 'client.tsx'), join(ROOT, 'site/site.css'), join(ROOT, 'shared/admin/admin.css')],
      },
    },
  })
  const output = ([result].flat() as unknown as { output: (Chunk | Asset)[] }[]).flatMap((part) => part.output)
  const script = output.find(
    (file): file is Chunk => file.type === 'chunk' && file.isEntry && file.fileName.includes('client'),
  )
  const sheet = (name: string) =>
    output.find((file): file is Asset => file.type === 'asset' && new RegExp(`${name}[^/]*\\.css$`).test(file.fileName))
  const [site, admin] = [sheet('site'), sheet('admin')]
  if (!script || !site || !admin) throw new Error('the gallery was not built')
  return { script: script.code, site: String(site.source), admin: String(admin.source) }
}

/** Renders each screen on the server and hydrates it; `?theme=dark|light&variant=adult|normal`. */
export async function serveGallery(port = 0) {
  const { script, site, admin } = await bundle()
  const files: Record<string, [string, string]> = {
    '/client.js': ['text/javascript', script],
    '/site.css': ['text/css', site],
    '/admin.css': ['text/css', admin],
    '/favicon.svg': ['image/svg+xml', readFileSync(join(import.meta.dir, '../../site/public/favicon.svg'), 'utf8')],
  }

  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url)
      const file = files[url.pathname]
      if (file) return new Response(file[1], { headers: { 'content-type': file[0] } })
      const theme = url.searchParams.get('theme') === 'dark' ? 'dark' : 'light'
      const variant = url.searchParams.get('variant') === 'adult' ? 'adult' : 'normal'
      return new Response(
        `<!doctype html><html lang="pl" data-theme="${theme}" data-variant="${variant}"><head><meta charset="utf-8">` +
          '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Wątek, galeria</title>' +
          '<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/site.css"><link rel="stylesheet" ' +
          'href="/admin.css"></head>' +
          `<body><div id="root">${renderToString(<Gallery name={url.pathname.slice(1)} />)}</div>` +
          '<script type="module" src="/client.js"></script></body></html>',
        {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            // The gallery refuses inline styles, as the site does.
            'content-security-policy': "default-src 'self'; img-src 'self' data:; style-src 'self'",
          },
        },
      )
    },
  })
  return { url: server.url.origin, stop: () => server.stop(true) }
}
