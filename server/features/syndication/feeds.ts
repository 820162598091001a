import { html, raw } from 'hono/html'
import { ApiError } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { LIFETIME, PAGE } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import { originOf } from '#server/http/variant.ts'
import { declareCache } from '#server/lib/caches.ts'
import { concernsContent } from '#server/lib/invalidations.ts'
import { findCategoryByName } from '../categories/queries.ts'
import { communityNames, type NewestPost, newestPosts, sitemapFiles, sitemapPostIds } from './queries.ts'

export type Feed = { xml: Uint8Array<ArrayBuffer> }

// XML forbids these characters even as entities.
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu
const DECLARATION = raw('<?xml version="1.0" encoding="UTF-8"?>\n')
const AI_CATEGORY = '<category term="ai-generated"/>'
const encoder = new TextEncoder()

const feedOf = (content: unknown): Feed => ({ xml: encoder.encode(String(content)) })
const clean = (text: string) => text.replace(NOT_IN_XML, '')

const declaredFeeds = declareCache<Feed>('feeds', {
  ttlMs: LIFETIME.feedCache,
  maxEntries: 1_000,
  maxBytes: 32 * 1_048_576,
  sizeOf: ({ xml }) => xml.byteLength,
  isOutdatedBy: concernsContent,
})

const entryOf = (origin: string, post: NewestPost, deletedAuthor: string) => html`<entry>
<id>${origin}${paths.post(post.id)}</id>
<title>${clean(post.title)}</title>
<link rel="alternate" type="text/html" href="${origin}${paths.post(post.id)}"/>
<published>${post.created_at.toISOString()}</published>
<updated>${(post.edited_at ?? post.created_at).toISOString()}</updated>
<author><name>${post.author ?? deletedAuthor}</name></author>
<category term="${post.category_name}"/>${post.is_ai ? raw(AI_CATEGORY) : ''}
${post.excerpt === '' ? '' : html`<summary>${clean(post.excerpt)}</summary>`}</entry>
`

/** Feeds have only content of the normal site, and are cached for a minute. */
export function createFeeds({ db, config, settings, caches, now }: Services) {
  const origin = originOf('normal', config)
  const feeds = caches.of(declaredFeeds)

  async function sitemapIndex(): Promise<Feed> {
    const files = await sitemapFiles(db, PAGE.sitemap)
    const names = ['communities', ...files.map((number) => `posts-${number}`)]
    return feedOf(
      html`${DECLARATION}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${names.map(
        (name) => html`<sitemap><loc>${origin}/sitemap-${name}.xml</loc></sitemap>`,
      )}</sitemapindex>`,
    )
  }

  function sitemap(addresses: string[]): Feed {
    if (addresses.length === 0) throw new ApiError('not_found')
    return feedOf(
      html`${DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.map(
        (address) => html`<url><loc>${origin}${address}</loc></url>`,
      )}</urlset>`,
    )
  }

  async function sitemapOfCommunities(): Promise<Feed> {
    const pages = [paths.home(), paths.browseCategories(), paths.privacyPolicy(), paths.notice(), paths.transparency()]
    const names = await communityNames(db, PAGE.sitemap - pages.length)
    return sitemap([...pages, ...names.map((name) => paths.category(name))])
  }

  type Atom = { path: string; alternate: string; title: string; categoryId: number | null; lang: Lang }

  async function atom({ path, alternate, title, categoryId, lang }: Atom): Promise<Feed> {
    const posts = await newestPosts(db, categoryId, PAGE.atom)
    const updated = posts[0]?.created_at ?? now()
    const { deletedAuthor } = catalog(lang).posts
    const tagline = categoryId === null ? settings.value(`tagline_${lang}`) : ''
    return feedOf(
      html`${DECLARATION}
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${origin}${path}</id>
<title>${clean(title)}</title>${
        tagline === ''
          ? ''
          : html`
<subtitle>${clean(tagline)}</subtitle>`
      }
<updated>${updated.toISOString()}</updated>
<link rel="self" href="${origin}${path}"/>
<link rel="alternate" type="text/html" href="${origin}${alternate}"/>
${posts.map((post) => entryOf(origin, post, deletedAuthor))}</feed>`,
    )
  }

  async function atomOfCommunity(name: string, lang: Lang): Promise<Feed> {
    const community = await findCategoryByName(db, name)
    if (!community || community.is_nsfw) throw new ApiError('category_not_found')
    return atom({
      path: paths.categoryFeedXml(community.name),
      alternate: paths.category(community.name),
      title: `${community.display_name} - ${settings.value('site_name')}`,
      categoryId: community.id,
      lang,
    })
  }

  return {
    sitemapIndex: () => feeds.load('sitemap', sitemapIndex),
    sitemapOfCommunities: () => feeds.load('sitemap communities', sitemapOfCommunities),
    sitemapOfPosts: (file: number) =>
      feeds.load(`sitemap posts ${file}`, async () =>
        sitemap((await sitemapPostIds(db, file, PAGE.sitemap)).map((id) => paths.post(id))),
      ),
    atom: (lang: Lang) =>
      feeds.load(`atom ${lang}`, () =>
        atom({
          path: paths.feedXml(),
          alternate: paths.home(),
          title: settings.value('site_name'),
          categoryId: null,
          lang,
        }),
      ),
    atomOfCommunity: (name: string, lang: Lang) =>
      feeds.load(`atom ${lang} ${name.toLowerCase()}`, () => atomOfCommunity(name, lang)),
  }
}
