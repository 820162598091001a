import { join } from 'node:path'
import type { Services } from '#server/context.ts'
import { declareCache } from '#server/lib/caches.ts'
import { keyOf } from '#server/media/storage-keys.ts'

export const ICON_SIDES = [16, 32, 180, 192, 512] as const

const DEFAULT = join(import.meta.dir, 'default.png')

const icons = declareCache<Uint8Array<ArrayBuffer>>('icons', {
  ttlMs: 3_600_000,
  maxEntries: 20,
  maxBytes: 8 * 1_048_576,
  sizeOf: (bytes) => bytes.byteLength,
})

type Ctx = Pick<Services, 'caches' | 'media' | 'settings'>

/** The version changes with the picture, so that browsers can cache the icon for good. */
export const iconVersion = (icon: string | null): string => Bun.hash(icon ?? 'default').toString(36)

async function source({ media }: Ctx, icon: string | null): Promise<ArrayBuffer> {
  const file = icon === null ? null : await media.get(keyOf(icon))
  return file ? new Response(file.body).arrayBuffer() : Bun.file(DEFAULT).arrayBuffer()
}

/** Launchers crop a maskable icon to a circle of 80 % of its side. */
const SAFE_SHARE = 0.8

/** The icon is drawn inside the circle that is always visible, and its edges fill the margins. */
export function maskableIconOf(ctx: Ctx, side: number): Promise<Uint8Array<ArrayBuffer>> {
  const icon = ctx.settings.value('icon')
  return ctx.caches.of(icons).load(`${icon ?? ''} maskable ${side}`, async () => {
    const { default: sharp } = await import('sharp')
    const inner = Math.round(side * SAFE_SHARE * Math.SQRT1_2)
    const [before, after] = [Math.floor((side - inner) / 2), Math.ceil((side - inner) / 2)]
    const drawn = await iconOf(ctx, 512)
    const flat = await sharp(drawn).flatten({ background: '#ffffff' }).resize(inner, inner).png().toBuffer()
    const padded = sharp(flat).extend({ top: before, left: before, bottom: after, right: after, extendWith: 'copy' })
    return new Uint8Array(await padded.png().toBuffer())
  })
}

/** Decoding here is safe, because the upload has already been decoded in isolation. */
export function iconOf(ctx: Ctx, side: number): Promise<Uint8Array<ArrayBuffer>> {
  const icon = ctx.settings.value('icon')
  return ctx.caches.of(icons).load(`${icon ?? ''} ${side}`, async () => {
    const image = new Bun.Image(await source(ctx, icon)).resize(side, side).png()
    return new Uint8Array(await image.bytes())
  })
}
