import * as v from 'valibot'
import { id } from '#shared/api/fields.ts'
import { policyOrigin } from '#shared/rules/streams.ts'
import { textsFor } from '#shared/texts.ts'
import { PageError } from '#site/core/errors.ts'
import { definePage, type DocumentPolicy } from '#site/core/page.ts'
import { StreamView, type StreamData } from '#site/features/streams/StreamView.tsx'

/** A playlist on another site is loaded from the origin of that site. */
function policyOf({ stream: { playback, sticky_token } }: StreamData): DocumentPolicy {
  const captures = sticky_token !== undefined
  if (playback?.kind !== 'hls') return { captures }
  const origin = policyOrigin(playback.url)
  return { captures, playsBlobs: true, origins: origin === null ? [] : [origin] }
}

export const page = definePage<StreamData>({
  load: async ({ api, params, viewer, lastEventId, signal }) => {
    const since = lastEventId()
    const streamId = v.safeParse(id, params.id)
    if (!streamId.success) throw new PageError(404, 'not_found')
    const stream = await api.streams.get({ stream_id: streamId.output }, { signal })
    const { post_id, category } = stream
    if (post_id === null || category === null) return { stream, since, post: null, comments: null, standing: null }
    const comments = api.comments.list({ post_id, sort: 'new' }, { signal })
    comments.catch(() => {})
    const [post, standing] = await Promise.all([
      api.posts.get({ post_id }, { signal }),
      viewer ? api.categories.membership({ category_id: category.id }).catch(() => null) : null,
    ])
    return { stream, since, post, comments, standing }
  },
  policy: policyOf,
  meta: ({ stream }, { t }) => ({
    title: stream.title || textsFor(t.lang, 'streams').removedTitle,
    description:
      stream.description.slice(0, 200) || textsFor(t.lang, 'streams').pageDescription(stream.streamer.username),
    image: stream.thumbnail_url,
    noindex: stream.title === '',
  }),
  View: function StreamPage({ data }) {
    return (
      <main id="main" tabIndex={-1}>
        <StreamView key={data.stream.id} {...data} />
      </main>
    )
  },
})
