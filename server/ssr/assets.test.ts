import { expect, test } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtAssets } from './assets.ts'

test('a page links the styles of its own code, so that it has them without scripts too', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'watek-assets-'))
  const page = 'site/pages/dev-info.tsx'
  const manifest = {
    'site/entry-client.tsx': { file: 'assets/entry.js' },
    'site/site.css': { file: 'assets/site.css' },
    [page]: { file: 'assets/page.js', imports: ['_view.js'], css: ['assets/page.css'] },
    '_view.js': { file: 'assets/view.js', css: ['assets/view.css'] },
  }
  await Bun.write(join(dir, '.vite/manifest.json'), JSON.stringify(manifest))
  await Bun.write(join(dir, '.vite/texts.json'), '{}')
  const { assets } = await builtAssets(dir)
  expect(assets('pl', []).styles).toEqual(['/assets/site.css'])
  expect(assets('pl', [page]).styles).toEqual(['/assets/site.css', '/assets/page.css', '/assets/view.css'])
  expect(assets('pl', [page]).preloads).toEqual(['/assets/page.js', '/assets/view.js'])
})
