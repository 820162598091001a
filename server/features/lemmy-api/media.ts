import { originOf } from '#server/http/variant.ts'
import type { Lemmy } from './lemmy.ts'

export const PICTURES = '/pictrs/image'

const NAME = /^[\w-]{1,80}\.(?:webp|gif)$/

export const picturePath = (name: string): string | null => (NAME.test(name) ? `/media/i/${name}` : null)

export const pictureName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export function absolute({ origin }: Pick<Lemmy, 'origin'>, url: string): string
export function absolute({ origin }: Pick<Lemmy, 'origin'>, url: string | null): string | undefined
export function absolute({ origin }: Pick<Lemmy, 'origin'>, url: string | null): string | undefined {
  return url?.startsWith('/') ? origin + url : (url ?? undefined)
}

export function isOwn({ ctx: { config, request } }: Lemmy, { origin }: URL): boolean {
  const asked = request && URL.parse(request.url)?.origin
  return origin === asked || origin === originOf('normal', config) || origin === originOf('adult', config)
}

/** Returns the path of an uploaded file from its URL, in this forum's or Lemmy's format; null for any other URL. */
export function ownMedia(lemmy: Lemmy, address: string): string | null {
  const url = URL.parse(address)
  if (!url || !isOwn(lemmy, url)) return null
  if (url.pathname.startsWith(`${PICTURES}/`)) return picturePath(url.pathname.slice(PICTURES.length + 1))
  return url.pathname.startsWith('/media/') ? url.pathname : null
}

export const isVideo = (path: string): boolean => path.startsWith('/media/v/')
