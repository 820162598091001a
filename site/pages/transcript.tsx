import * as v from 'valibot'
import { id } from '#shared/api/fields.ts'
import type { Post, Transcript } from '#shared/api/shapes.ts'
import { textsFor } from '#shared/texts.ts'
import { PageError } from '#site/core/errors.ts'
import { definePage } from '#site/core/page.ts'
import { isNeutral, otherVariant, type Neutral } from '#site/core/variant-guard.ts'
import { TranscriptView } from '#site/features/uploads/TranscriptView.tsx'
import { NeutralPage } from '#site/features/variant/NeutralPage.tsx'

type TranscriptData = { post: Post; comment: number | null; transcript: Transcript }

const idOf = (text: string | null | undefined): number | null => {
  const result = v.safeParse(id, text)
  return result.success ? result.output : null
}

export const page = definePage<TranscriptData | Neutral>({
  load: async (args) => {
    const { api, params, query, signal } = args
    const post_id = idOf(params.id)
    if (post_id === null) throw new PageError(404, 'post_not_found')
    const comment = idOf(query.get('comment'))
    const [post, transcript] = await Promise.all([
      api.posts.get({ post_id }, { signal }),
      comment === null
        ? api.posts.transcript({ post_id }, { signal })
        : api.comments.transcript({ comment_id: comment }, { signal }),
    ])
    return otherVariant(args, post.category.is_nsfw) ?? { post, comment, transcript }
  },
  meta: (data, { t }) =>
    isNeutral(data)
      ? { title: t.app.adultTitle, noindex: true }
      : { title: textsFor(t.lang, 'transcripts').titleOf(data.post.title), noindex: true },
  View: function TranscriptPage({ data }) {
    return isNeutral(data) ? <NeutralPage path={data.path} /> : <TranscriptView {...data} />
  },
})
