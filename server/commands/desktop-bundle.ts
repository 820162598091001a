import { cp, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { drawIcons } from './desktop-icons.ts'
import { DESKTOP } from './desktop-parts.ts'

/* `makeDesktop` runs this with the folder to build into, and `whole` or `page`. */

const [folder = '', extent] = process.argv.slice(2)

const make = (mode: string, outDir: string) =>
  build({ configFile: join(DESKTOP, 'vite.config.ts'), mode, logLevel: 'warn', build: { outDir } })

await make('renderer', join(folder, 'renderer'))
await make('preload', folder)
if (extent === 'whole') {
  await make('main', folder)
  await mkdir(join(folder, 'icons'), { recursive: true })
  const icons = join(DESKTOP, 'build')
  await drawIcons(await readFile(join(DESKTOP, 'icon.svg'), 'utf8'), icons)
  await cp(join(icons, 'png/256x256.png'), join(folder, 'icons/256.png'))
  await cp(join(icons, 'overlay.png'), join(folder, 'icons/overlay.png'))
}
