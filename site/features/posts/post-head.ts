import type { Post } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import type { Texts } from '#shared/i18n/index.ts'
import type { Meta, SiteInfo, Variant } from '#site/app/page.ts'

const DESCRIPTION = 200

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** What rendered text says, in one line and cut at a word; spoilers stay covered. */
export function plainTextOf(html: string, max: number): string {
  const text = html
    .replace(/<span class="spoiler"[^>]*>.*?<\/span>/gs, '…')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)
    .replace(/\s+([,.;:!?])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length <= max ? text : `${text.slice(0, max).replace(/\s+\S*$/, '')}…`
}

/** Head of a post's page, with what search engines read of a discussion. */
export function postHead(post: Post, { t, site, variant }: { t: Texts, site: SiteInfo, variant: Variant }): Meta {
  const origin = variant === 'adult' ? site.adult_origin : site.normal_origin
  const url = origin + paths.post(post.id)
  const text = plainTextOf(post.content_html ?? '', DESCRIPTION)
  const image = post.image_url ?? post.video_poster_url
  return {
    title: post.title,
    description: text || t.postPage.description(post.category.name),
    canonical: paths.post(post.id),
    image,
    type: 'article',
    structured: {
      '@type': 'DiscussionForumPosting',
      '@id': url,
      url,
      headline: post.title,
      ...(text !== '' && { text }),
      ...(image !== null && { image: new URL(image, origin).href }),
      author: post.author
        ? { '@type': 'Person', name: post.author.username, url: origin + paths.user(post.author.username) }
        : { '@type': 'Person', name: t.posts.deletedAuthor },
      datePublished: post.created_at,
      ...(post.edited_at !== null && { dateModified: post.edited_at }),
      isPartOf: { '@type': 'WebPage', name: `r/${post.category.name}`, url: origin + paths.community(post.category.name) },
      commentCount: post.comment_count,
      interactionStatistic: [
        { '@type': 'InteractionCounter', interactionType: 'https://schema.org/LikeAction', userInteractionCount: post.upvotes },
        { '@type': 'InteractionCounter', interactionType: 'https://schema.org/CommentAction', userInteractionCount: post.comment_count },
      ],
    },
  }
}
