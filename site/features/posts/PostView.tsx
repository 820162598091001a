import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import type { Post } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { partOnPress } from '#site/core/part-on-press.ts'
import { useHistoryState } from '#site/core/useHistoryState.ts'
import { moveFocus } from '#site/core/move-focus.ts'
import { changePost } from '#site/core/posts-store.ts'
import { EditedButton } from '#site/features/history/EditedButton.tsx'
import { QueuedHere } from '#site/features/outbox/QueuedHere.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { PostTools } from '#site/features/moderation/PostTools.tsx'
import { RemovalNotice } from '#site/features/moderation/RemovalNotice.tsx'
import { PollView } from '#site/features/polls/PollView.tsx'
import { PushOffer } from '#site/features/push/PushOffer.tsx'
import { VoteButtons } from '#site/features/votes/VoteButtons.tsx'
import { PostActions } from './PostActions.tsx'
import { PostImage, PostLink, PostStream, PostVideo } from './PostMedia.tsx'
import { PostMeta } from './PostMeta.tsx'
import { SpoilerCover } from './SpoilerCover.tsx'

const postEdit = partOnPress(async () => (await import('./PostEdit.tsx')).PostEdit)

const EditAsked = v.object({ edit: v.literal(true) })

function shownOf(post: Post): Partial<Post> {
  const { title, content, content_html, lang, edited_at, images, is_spoiler, flair } = post
  const { captions_url, captions_lang, video_alt } = post
  const text = { title, content, content_html, lang, edited_at, is_spoiler, flair }
  return { ...text, images, captions_url, captions_lang, video_alt }
}

export function PostView({ post, isModerator }: { post: Post; isModerator: boolean }) {
  const { t, viewer } = useSite()
  const [isEditing, setEditing] = useState(false)
  const hasBody = post.image_url !== null || post.video_url !== null || post.content !== ''
  const editAsked = useHistoryState(EditAsked)
  const PostEdit = postEdit.part
  const edit = () => postEdit.open(() => setEditing(true), t.app.unexpectedText)
  const editAtOnce = useEffectEvent(edit)
  useEffect(() => {
    if (editAsked) editAtOnce()
  }, [editAsked])

  function close(edited: Partial<Post> = {}): void {
    moveFocus(
      () => {
        changePost(post.id, edited)
        setEditing(false)
      },
      () => document.getElementById('edit-post'),
    )
  }

  return (
    <article className="post" data-ai={post.is_ai || undefined} aria-labelledby="post-title">
      <div className="post__votes">
        {!post.removal && (
          <VoteButtons
            kind="post"
            id={post.id}
            voted={post}
            downvotes={post.category.downvotes}
            onVoted={(voted) => changePost(post.id, voted)}
          />
        )}
      </div>
      <header className="post__head">
        <PostMeta post={post} edited={<EditedButton of={{ post_id: post.id, canDelete: post.can.delete }} />} />
        <h1 className="post__title" id="post-title" lang={post.lang ?? undefined}>
          {post.title || t.posts.removed.title}
        </h1>
      </header>
      <div className="post__body">
        {post.removal && (
          <RemovalNotice kind="post" removal={post.removal} isOwn={viewer !== null && viewer.id === post.author?.id} />
        )}
        <PostLink post={post} />
        <PostStream post={post} />
        <SpoilerCover isOn={post.is_spoiler && !isEditing && hasBody}>
          <PostImage post={post} inList={false} />
          <PostVideo post={post}>
            {viewer !== null && viewer.id === post.author?.id && post.captions_url === null && (
              <ActionLink href={paths.formOf.edit(post.id, 'post')} onPress={edit}>
                {t.postPage.addCaptions}
              </ActionLink>
            )}
          </PostVideo>
          {isEditing && PostEdit && (
            <PostEdit post={post} onCancel={() => close()} onEdited={(edited) => close(shownOf(edited))} />
          )}
          {!isEditing && post.content_html && (
            <div>
              {/* Headings in the text start at h3, so an h2 must precede them. */}
              <h2 className="visually-hidden">{t.postPage.text}</h2>
              <div
                className="prose"
                lang={post.lang ?? undefined}
                dangerouslySetInnerHTML={{ __html: post.content_html }}
              />
            </div>
          )}
        </SpoilerCover>
        {post.poll && <PollView postId={post.id} poll={post.poll} />}
      </div>
      <PostActions post={post} isModerator={isModerator} onEdit={edit} />
      <QueuedHere kind="post" id={post.id} />
      {viewer !== null && viewer.id === post.author?.id && !post.removal && <PushOffer />}
      {post.can.moderate && <PostTools post={post} />}
    </article>
  )
}
