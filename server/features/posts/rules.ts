import { invalidField } from '#shared/api/errors.ts'
import type { PostImage, Removal } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { domainOf } from '#shared/rules/link-url.ts'
import { plainExcerpt, SPOILER_COVER, type Rendered } from '#server/markdown/markdown.ts'
import { languageOf } from '#server/lib/text-language.ts'
import { NO_VIDEO_TEXTS } from '../uploads/video-texts.ts'
import { isHiddenFrom, type Reader, rightsOf } from '../moderation/index.ts'

export function textColumns(content: string, { html, plain, version }: Rendered) {
  const excerpt = plainExcerpt(plain, LIMITS.excerpt)
  return {
    content,
    content_html: html,
    renderer_version: version,
    excerpt,
    excerpt_truncated: excerpt.length < plain.length,
  }
}

function descriptionOf(excerpt: string): string {
  const line = excerpt.replaceAll(SPOILER_COVER, '…').replace(/\s+/g, ' ').trim()
  return line.length <= LIMITS.description ? line : `${plainExcerpt(line, LIMITS.description)}…`
}

export function requireOneMedium({
  image_url,
  video_url,
  images,
  link_url,
}: {
  image_url: string | null
  video_url: string | null
  images: readonly unknown[]
  link_url: string | null
}): void {
  if (image_url !== null && images.length > 0) throw invalidField('images', 'one_kind')
  const hasImages = image_url !== null || images.length > 0
  if (hasImages && video_url !== null) throw invalidField('video_url', 'one_medium')
  if (link_url !== null && (hasImages || video_url !== null)) throw invalidField('link_url', 'one_kind')
}

export function imageColumns(images: PostImage[]) {
  const [first] = images
  return {
    image_url: first?.url,
    image_width: first?.width,
    image_height: first?.height,
    image_placeholder: first?.placeholder,
    images: images.length > 1 || first?.alt ? images : null,
  }
}

type Pictures = {
  images: PostImage[] | null
  image_url: string | null
  image_width: number | null
  image_height: number | null
  image_placeholder: string | null
}

export function imagesOf({ images, image_url, image_width, image_height, image_placeholder }: Pictures): PostImage[] {
  if (images) return images
  return image_url === null
    ? []
    : [{ url: image_url, width: image_width, height: image_height, placeholder: image_placeholder, alt: '' }]
}

/** Throws `invalid` if `given` has other pictures or a different order. */
export function withAlts(images: PostImage[], given: { url: string; alt: string }[]): PostImage[] {
  if (given.length !== images.length || given.some(({ url }, at) => url !== images[at]!.url))
    throw invalidField('images', 'images_other')
  return images.map((image, at) => ({ ...image, alt: given[at]!.alt }))
}

export function linkColumns(link: string | null) {
  return { link_url: link, link_domain: link && domainOf(link) }
}

export const pollClosing = (hours: number, now: Date) => new Date(now.getTime() + hours * 3_600_000)

type PostRow = Pictures & {
  author: { id: number } | null
  excerpt: string
  stream: { id: number; is_live: boolean } | null
  title: string
  removal: Removal | null
  is_held: boolean
  is_admin_decision: boolean
  can_moderate: boolean
  is_closed: boolean
}

const EMPTY = {
  title: '',
  excerpt: '',
  content: '',
  content_html: '',
  lang: null,
  image_url: null,
  image_width: null,
  image_height: null,
  image_placeholder: null,
  video_url: null,
  video_poster_url: null,
  ...NO_VIDEO_TEXTS,
  images: [],
  link_url: null,
  link_domain: null,
  poll: null,
  stream: undefined,
  description: '',
}

export function presentPost<Row extends PostRow>(row: Row, reader: Reader) {
  const { excerpt, is_closed } = row
  const authorId = row.author?.id ?? null
  const seen = {
    ...row,
    stream: row.stream ?? undefined,
    images: imagesOf(row),
    lang: languageOf(`${row.title} ${excerpt}`),
    description: descriptionOf(excerpt),
    can: rightsOf(row, authorId, reader, { isClosed: is_closed, adminsEdit: false }),
  }
  return isHiddenFrom(row, authorId, reader) ? { ...seen, ...EMPTY } : seen
}

/** The parts of a card that are the same for all readers, so that they are cached with the content of its post. */
export function cardContent<Row extends Pictures & { title: string; content: string; stream: PostRow['stream'] }>(
  row: Row,
) {
  return {
    ...row,
    stream: row.stream ?? undefined,
    images: imagesOf(row),
    lang: languageOf(`${row.title} ${row.content}`),
    removal: null,
    is_held: false,
    is_admin_decision: false,
  }
}

/** Returns a copy of the card with the rights of the reader, because several readers may share `card`. */
export function presentCard<
  Card extends { author: { id: number } | null; can_moderate: boolean } & Pick<
    ReturnType<typeof cardContent>,
    'removal' | 'is_held' | 'is_admin_decision'
  >,
>(card: Card, reader: Reader) {
  const can = rightsOf(card, card.author?.id ?? null, reader, { isClosed: false, adminsEdit: false })
  return { ...card, can }
}
