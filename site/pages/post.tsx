import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { id } from '#shared/api/fields.ts'
import type { Standing } from '#shared/api/categories.ts'
import type { Comment, Post, SessionUser } from '#shared/api/shapes.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { Await } from '#site/core/await.tsx'
import { PageError } from '#site/core/errors.ts'
import { definePage, type LoadArgs } from '#site/core/page.ts'
import { receivePosts, usePost } from '#site/core/posts-store.ts'
import { useText } from '#site/core/site-context.tsx'
import { isNeutral, otherVariant, type Neutral } from '#site/core/variant-guard.ts'
import { loadAds } from '#site/features/ads/load-ads.ts'
import { commentsPerAd } from '#site/features/ads/useAds.tsx'
import { commentSortOf } from '#site/features/comments/CommentSorting.tsx'
import { Discussion, type DiscussionView } from '#site/features/comments/Discussion.tsx'
import type { CommentsPage } from '#site/features/comments/thread.ts'
import { askedOfPost, type AskedForm } from '#site/features/form-pages/asked-form.ts'
import { askedFormView } from '#site/features/form-pages/parts.ts'
import { postHead } from '#site/features/posts/post-head.ts'
import { PostView } from '#site/features/posts/PostView.tsx'
import { usePostEvents } from '#site/features/posts/usePostEvents.ts'
import { videoTextFields } from '#site/features/uploads/video-fields.ts'
import { NeutralPage } from '#site/features/variant/NeutralPage.tsx'

type PostData = {
  post: Post
  since: string | null
  view: DiscussionView
  comments: Promise<CommentsPage>
  /** Null for visitors and admins. The server awaits it, so that a ban is in the HTML. */
  membership: Promise<Standing> | Standing | null
  asked: AskedForm | null
}

const idOf = (text: string | null | undefined): number | null => {
  const result = v.safeParse(id, text)
  return result.success ? result.output : null
}

/** Prevents a report of an unhandled rejection if the promise rejects before it is awaited. */
function startedEarly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** The Markdown source of comments that the viewer cannot edit would double the size of the page. */
function forReading(page: CommentsPage, viewer: SessionUser | null): CommentsPage {
  if (viewer?.is_admin) return page
  const isOwn = (comment: Comment) => viewer !== null && comment.author_id === viewer.id
  return { ...page, comments: page.comments.map((comment) => (isOwn(comment) ? comment : { ...comment, content: '' })) }
}

async function withAds(args: LoadArgs, post: Post, page: CommentsPage): Promise<CommentsPage> {
  if (args.site.ads !== 'own') return page
  const topLevel = page.comments.filter(({ parent_id }) => parent_id === null).length
  const where = { place: 'post', post_id: post.id, category_id: post.category.id } as const
  return { ...page, placed: await loadAds(args, where, topLevel / commentsPerAd(post.category.is_nsfw)) }
}

export const page = definePage<PostData | Neutral>({
  load: async (args) => {
    const { api, params, query, viewer, signal } = args
    const since = args.lastEventId()
    const postId = idOf(params.id)
    if (postId === null) throw new PageError(404, 'post_not_found')
    const sort = commentSortOf(query)
    const include = idOf(query.get('comment'))
    const base = idOf(query.get('thread'))
    const cursor = query.get('cursor')
    const comments = startedEarly(
      api.comments
        .list(
          {
            post_id: postId,
            sort,
            include: include ?? undefined,
            parent_id: base ?? undefined,
            cursor: cursor ?? undefined,
          },
          { signal },
        )
        .then((found) => forReading(found, viewer)),
    )
    const post = await api.posts.get({ post_id: postId }, { signal })
    const neutral = otherVariant(args, post.category.is_nsfw)
    if (neutral) return neutral
    const asked = await askedOfPost(args, post)
    // Without JavaScript the server may render a comment form with a video, so it loads the code of the video's fields.
    if (typeof document === 'undefined') await videoTextFields.load()
    const mayDeleteAnyway = viewer === null || viewer.is_admin
    const membership = mayDeleteAnyway
      ? null
      : startedEarly(api.categories.membership({ category_id: post.category.id }))
    return {
      post,
      since,
      asked,
      comments: base === null ? startedEarly(comments.then((found) => withAds(args, post, found))) : comments,
      membership: typeof document === 'undefined' ? ((await membership?.catch(() => null)) ?? null) : membership,
      view: { sort, include, base, isPartial: base !== null || cursor !== null },
    }
  },
  meta: (data, args) => (isNeutral(data) ? { title: args.t.app.adultTitle, noindex: true } : postHead(data.post, args)),
  View: function PostPage({ data }) {
    return isNeutral(data) ? <NeutralPage path={data.path} /> : <PostScreen key={data.post.id} {...data} />
  },
})

function PostScreen({ post: loaded, since, comments, membership, view, asked }: PostData) {
  const t = useText()
  const post = usePost(loaded)
  const [standing, setStanding] = useState(membership instanceof Promise ? null : membership)
  const AskedFormView = askedFormView.part
  const isModerator = standing?.is_moderator ?? loaded.can.moderate
  useEffect(() => receivePosts([loaded]), [loaded])
  const isGone = usePostEvents(loaded, since)
  // Later loads already count this visit, so the values of the first load stay.
  const [{ visited_at, new_comments }] = useState(loaded)
  const discussed = useMemo(() => ({ ...loaded, visited_at, new_comments }), [loaded, visited_at, new_comments])
  return (
    <main id="main" tabIndex={-1}>
      <div className="sheet">
        {isGone && (
          <Notice kind="warning" role="status">
            {t.postPage.gone}
          </Notice>
        )}
        {asked?.kind !== 'edit_post' && <PostView post={post} isModerator={isModerator} />}
        <hr />
        {asked && AskedFormView && <AskedFormView asked={asked} post={post} />}
        <Discussion
          hasForm={asked?.kind !== 'reply'}
          post={discussed}
          comments={comments}
          since={since}
          view={view}
          isModerator={isModerator}
          ban={standing?.ban}
        />
      </div>
      {membership instanceof Promise && (
        <Await value={membership} fallback={null} failed={null}>
          {(found) => <KnownStanding standing={found} onKnown={setStanding} />}
        </Await>
      )}
    </main>
  )
}

function KnownStanding({ standing, onKnown }: { standing: Standing; onKnown: (standing: Standing) => void }) {
  useEffect(() => onKnown(standing), [standing, onKnown])
  return null
}
