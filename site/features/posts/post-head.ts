import type { Post } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import type { Texts } from '#shared/i18n/index.ts'
import type { Meta, SiteInfo, Variant } from '#site/core/page.ts'

/** The term of the IPTC for media made by a trained model. */
const AI_SOURCE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

export function postHead(post: Post, { t, site, variant }: { t: Texts; site: SiteInfo; variant: Variant }): Meta {
  const origin = variant === 'adult' ? site.adult_origin : site.normal_origin
  const url = origin + paths.post(post.id)
  const text = post.is_spoiler ? '' : (post.description ?? '')
  const image = post.is_spoiler ? null : (post.image_url ?? post.video_poster_url)
  if (post.removal !== null || post.is_held)
    return { title: post.title || t.posts.removed.title, canonical: paths.post(post.id), noindex: true }
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
      ...(post.is_ai && { digitalSourceType: AI_SOURCE }),
      datePublished: post.created_at,
      ...(post.edited_at !== null && { dateModified: post.edited_at }),
      isPartOf: {
        '@type': 'WebPage',
        name: `r/${post.category.name}`,
        url: origin + paths.category(post.category.name),
      },
      commentCount: post.comment_count,
      interactionStatistic: [
        {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/LikeAction',
          userInteractionCount: post.upvotes,
        },
        {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/CommentAction',
          userInteractionCount: post.comment_count,
        },
      ],
    },
  }
}
