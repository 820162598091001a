import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import Eye from 'lucide/dist/esm/icons/eye.mjs'
import type { Standing } from '#shared/api/categories.ts'
import type { Post, Stream } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { receivePosts, usePost } from '#site/core/posts-store.ts'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { Discussion } from '#site/features/comments/Discussion.tsx'
import type { CommentsPage } from '#site/features/comments/thread.ts'
import { EndsAt } from './EndsAt.tsx'
import { BroadcastPanel } from './BroadcastPanel.tsx'
import { stopBroadcast } from './broadcast.ts'
import { Player } from './Player.tsx'
import { StreamTag } from './StreamTag.tsx'
import { useBroadcast } from './useBroadcast.ts'
import { useStreamState } from './useStreamState.ts'

const CHAT = { sort: 'new', include: null, base: null, isPartial: false, isChat: true } as const

/** `post` and `comments` are null without a community; `standing` is the viewer's membership or ban in it. */
export type StreamData = {
  stream: Stream
  since: string | null
  post: Post | null
  comments: Promise<CommentsPage> | null
  standing: Standing | null
}

export function StreamView({ stream: loaded, post, comments, standing, since }: StreamData) {
  const texts = useTexts('streams')
  const [stream, setStream] = useStreamState(loaded, since)
  const { end, isEnding } = useEnd(stream, setStream)
  const isOwn = stream.sticky_token !== undefined
  const isRemoved = stream.title === '' || post?.removal != null
  const broadcast = useBroadcast(stream.id)
  useEffect(() => {
    if (!stream.is_live && broadcast && broadcast.state !== 'ended') stopBroadcast()
  }, [stream.is_live, broadcast])

  return (
    <div className="stream">
      <article className="sheet stream__main" aria-labelledby="stream-title">
        {isOwn && stream.is_live ? (
          <BroadcastPanel stream={stream} onTrackEnd={() => void end(false)} />
        ) : (
          <Player stream={stream} isRemoved={isRemoved} />
        )}
        <div className="stream__about">
          <StreamMeta stream={stream} />
          <h1 className="post__title" id="stream-title">
            {stream.title || texts.removedTitle}
          </h1>
          {post?.content_html ? (
            <div className="prose" dangerouslySetInnerHTML={{ __html: post.content_html }} />
          ) : (
            stream.description !== '' && <p className="stream__text">{stream.description}</p>
          )}
          <EndsAt stream={stream} setStream={setStream} />
          <div className="stream__actions">
            {stream.post_id !== null && <Link to={paths.post(stream.post_id)}>{texts.thread}</Link>}
            {stream.can?.end && (
              <CallForm call="streams.end" fields={{ stream_id: stream.id }}>
                <Button
                  type="submit"
                  variant="danger"
                  size="small"
                  busy={isEnding}
                  busyLabel={texts.ending}
                  onClick={withScripts(end)}>
                  {texts.end}
                </Button>
              </CallForm>
            )}
          </div>
        </div>
      </article>
      <section className="sheet stream__chat" aria-labelledby="chat-title">
        <h2 id="chat-title" className="stream__chat-title">
          {texts.chat}
        </h2>
        {post && comments ? (
          <Chat post={post} comments={comments} standing={standing} since={since} />
        ) : (
          <p className="stream__no-chat">{texts.noChat}</p>
        )}
      </section>
    </div>
  )
}

function StreamMeta({ stream }: { stream: Stream }) {
  const texts = useTexts('streams')
  const { streamer, category, is_live, viewer_count, peak_viewers, created_at, ended_at } = stream
  return (
    <div className="meta">
      <StreamTag stream={stream} />
      {is_live ? (
        <span className="stream__viewers num" title={texts.viewers(viewer_count)}>
          <Icon of={Eye} size={16} /> <span data-viewers={viewer_count}>{texts.viewers(viewer_count)}</span>
        </span>
      ) : (
        <span className="num" data-peak={peak_viewers}>
          {texts.peak(peak_viewers)}
        </span>
      )}
      {category && (
        <a className="meta__dot" href={paths.category(category.name)}>
          {`r/${category.name}`}
        </a>
      )}
      <a className="meta__dot" href={paths.user(streamer.username)}>
        <Avatar name={streamer.username} src={avatarOf(streamer.avatar_url ?? null)} />
        <span>{`u/${streamer.username}`}</span>
      </a>
      <TimeAgo className="meta__dot" at={ended_at ?? created_at} />
    </div>
  )
}

function Chat({
  post: loaded,
  comments,
  standing,
  since,
}: {
  post: Post
  comments: Promise<CommentsPage>
  standing: Standing | null
  since: string | null
}) {
  const post = usePost(loaded)
  useEffect(() => receivePosts([loaded]), [loaded])
  return (
    <Discussion
      post={post}
      comments={comments}
      since={since}
      view={CHAT}
      isModerator={standing?.is_moderator ?? loaded.can.moderate}
      ban={standing?.ban}
    />
  )
}

function useEnd(stream: Stream, setStream: (stream: Stream) => void) {
  const { api } = useSite()
  const texts = useTexts('streams')
  const confirm = useConfirm()
  const [isEnding, setEnding] = useState(false)

  async function end(asks = true): Promise<void> {
    const isOwn = stream.can?.edit === true
    const isSure =
      !asks ||
      (await confirm({
        title: texts.endTitle,
        text: isOwn ? texts.endText : `${texts.endText} ${texts.endByStaff}`,
        confirmLabel: texts.end,
        cancelLabel: texts.cancel,
        danger: true,
      }))
    if (!isSure) return
    setEnding(true)
    try {
      setStream(await api.streams.end({ stream_id: stream.id }))
      stopBroadcast()
    } catch (error) {
      showFailure(error, texts.endFailed)
    } finally {
      setEnding(false)
    }
  }

  return { end, isEnding }
}
